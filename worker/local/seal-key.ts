import { nouvelleCle } from "#worker/documents/signature/cle.ts";

console.log(`
  Clé du sceau  ${nouvelleCle()}

Elle scelle les documents signés, au nom de l’agence. Donnez-la au produit (npx wrangler secret put SEAL_KEY ; avec npm start :
SEAL_KEY de secrets.json, dans DATA_DIR), puis oubliez-la : perdue, une autre la remplace, et ce qui est déjà scellé se vérifie
encore. Volée, révoquez son certificat (worker/SECURITY.md, « The seal »).
`);
