import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { ajouterJours } from "#domain/dates.ts";
import { readMigrations } from "../../../worker/local/migrate.ts";

const AUJOURDHUI = new Date().toISOString().slice(0, 10);
const jour = (ecart: number) => ajouterJours(AUJOURDHUI, ecart);

/** A database just before this migration, and a function that applies the migration and all later ones. */
function avant(nom: string) {
  const base = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  const migrations = readMigrations();
  const rang = migrations.findIndex(({ name }) => name === nom);
  const appliquer = (lesquelles: typeof migrations) => {
    for (const { statements } of lesquelles)
      for (const statement of statements) base.exec(statement);
  };
  appliquer(migrations.slice(0, rang));
  return { base, migrer: () => appliquer(migrations.slice(rang)) };
}

it("ceux qui partagent déjà un logement sont colocataires après la mise à jour, les autres non", () => {
  const { base, migrer } = avant("0002_preuves");
  const ajouter = (AppartementId: number, dates: Record<string, string> = {}) => {
    const dossier = {
      AppartementId,
      LocataireId: 1,
      dateEntree: jour(-400),
      dateCreationBail: jour(-400),
      dateDebutBail: jour(-400),
      depotGarantie: 0,
      jourQuitance: 5,
      loyerHC: 85_000,
      loyerCharge: 0,
      numFraisDossier: "1",
      fraisDossierTauxTVA: 20,
      ...dates,
    };
    const noms = Object.keys(dossier);
    const { lastInsertRowid } = base
      .prepare(`INSERT INTO "Dossier" (${noms.join()}) VALUES (${noms.map(() => "?").join()})`)
      .run(...Object.values(dossier));
    return lastInsertRowid;
  };
  const ensemble = [
    ajouter(1),
    ajouter(1, { dateDebutBail: jour(-30), dateFinBail: jour(300) }),
    ajouter(2, { dateDebutPreavis: jour(-20), dateFinPreavis: jour(10), dateFinBail: jour(10) }),
    ajouter(2, { dateDebutBail: jour(0) }),
  ];
  ajouter(3);
  ajouter(4, { dateSortie: jour(-1) });
  ajouter(4, { dateDebutBail: jour(-10) });
  ajouter(5);
  ajouter(5, { dateDebutBail: jour(1) });
  ajouter(6, { dateDebutPreavis: jour(-90), dateFinPreavis: jour(-1), dateFinBail: jour(300) });
  ajouter(6, { dateDebutBail: jour(0) });
  migrer();
  const colocataires = base.prepare('SELECT id FROM "Dossier" WHERE colocation ORDER BY id').all();
  expect(colocataires.map(({ id }) => id)).toEqual(ensemble);
});

it("la forme d’une société, tenue en prénom, rejoint sa dénomination ; une personne garde le sien", () => {
  const { base, migrer } = avant("0007_societes");
  const ajouter = (qualite: string, prenom: string, nom: string) =>
    base
      .prepare(`INSERT INTO "Client" (titre, nom, prenom, sexe, qualite, "adresseDefaut", "mailDefaut",
        "telDefaut", recherche) VALUES ('Monsieur', ?, ?, 'Male', ?, 'adresse', 'mailPro', 'fixePro', '')`)
      .run(nom, prenom, qualite);
  ajouter("personne_morale", "SARL", "Grands Boulevards");
  ajouter("sci_familiale", "", "Delorme");
  ajouter("personne_physique", "Jeanne", "Aubry");
  migrer();
  const noms = base.prepare('SELECT prenom, nom FROM "Client" ORDER BY id').all();
  expect(noms.map(({ prenom, nom }) => [prenom, nom])).toEqual([
    ["", "SARL Grands Boulevards"],
    ["", "Delorme"],
    ["Jeanne", "Aubry"],
  ]);
});

it("un rejet d’avant la mise à jour garde la ligne qui l’a dit, que seuls ses mots nommaient", () => {
  const { base, migrer } = avant("0013_rejets");
  const regler = base.prepare(`INSERT INTO "Reglement"
    (exercice, rang, "DossierId", date, montant, payeur, fonds, etat, cle)
    VALUES ('2026', ?, 1, '2026-03-05', 95000, 'locataire', 'agence', ?, ?)`);
  for (const [rang, etat] of ["rejete", "rejete", "credite"].entries()) {
    regler.run(rang + 1, etat, `essai ${rang}`);
  }
  base.exec(`INSERT INTO "LigneReleve" (id, "ReleveId", "CompteBancaireId", date, montant, libelle, rejet, cle, etat, motif)
    VALUES (7, 1, 1, '2026-03-12', -95000, 'REJET', 1, 'a', 'rapprochee', 'Rejet du règlement 2026-000002'),
      (8, 1, 1, '2026-03-12', -95000, 'REJET', 1, 'b', 'ecartee', 'Rejet du règlement 2026-000001')`);
  migrer();
  const rows = base.prepare(`SELECT "LigneRejetId" AS ligne FROM "Reglement" ORDER BY rang`).all();
  expect(rows.map(({ ligne }) => ligne)).toEqual([null, 7, null]);
});
