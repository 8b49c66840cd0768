import { makeBackupKey } from "./machine/secrets.ts";

const { identity, recipient } = await makeBackupKey();
console.log(`
  Clé privée    ${identity}
  Clé publique  ${recipient}

La clé privée ouvre les copies. Gardez-la hors de cette machine et de Cloudflare, en deux endroits : sans elle, aucune
copie ne s’ouvre. Le produit ne reçoit que la clé publique : npx wrangler secret put BACKUP_RECIPIENTS
`);
