import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Controle } from "#domain/agence/controle.ts";
import type { TableauDeBord } from "#domain/agence/tableau-de-bord.ts";
import { openDb } from "#worker/db/client.ts";
import { sansAuteur } from "#worker/operations/contexte.ts";
import { controlerLaNuit } from "#worker/operations/gerance/livres/controle-de-nuit.ts";
import { controlerComptes } from "#worker/operations/gerance/livres/invariants.ts";
import { ouvrirAgence } from "../../support/agence/agence.ts";
import { freshHouse } from "../../support/worker/database.ts";

const TODAY = "2026-11-22";
const db = openDb(env);
const ecrire = (requete: string) => db.run(sql.raw(requete));

beforeEach(freshHouse);

/** An entry with its lines: kind of account, holder, mandate, debit and credit in cents. */
async function ecriture(
  id: number,
  lignes: [string, number | null, number | null, number, number][],
  { date = "2026-11-05", livre = "G", journal = "OD", numero = id } = {},
) {
  const valeurs = lignes.map(
    ([genre, de, mandat, debit, credit]) =>
      `(${id}, '${genre}', ${de}, ${mandat}, ${debit}, ${credit})`,
  );
  await db.write({
    lignes: db.run(
      sql.raw(
        `INSERT INTO Ligne (EcritureId, genre, de, mandat, debit, credit) VALUES ${valeurs.join()}`,
      ),
    ),
    entete: db.run(
      sql.raw(`INSERT INTO Ecriture (id, livre, exercice, numero, journal, date, libelle, cle)
        VALUES (${id}, '${livre}', '2026', ${numero}, '${journal}', '${date}', 'Essai', 'essai ${id}')`),
    ),
  });
}

const echeance = (id: number, reste: number, nature = "loyer") =>
  ecrire(`INSERT INTO Echeance (id, DossierId, mandat, mois, exigibleLe, nature, montant, reste, EcritureId)
    VALUES (${id}, 7, 3, '2026-11', '2026-11-05', '${nature}', 95000, ${reste}, 1)`);

const appel = () =>
  ecriture(1, [
    ["411", 7, 3, 95_000, 0],
    ["4671", null, 3, 0, 95_000],
  ]);

const rouges = async () =>
  (await controlerComptes({ db, today: TODAY }))
    .filter(({ etat }) => etat === "rouge")
    .map(({ nom }) => nom.split(" · ")[0]);

/** A statement that starts from a balance of zero; each line is its amount in cents and its state. */
async function relever(lignes: [number, string][], solde = 95_000) {
  await ecrire(
    `INSERT INTO CompteBancaire (id, nom, iban, secret, "usage") VALUES (1, 'Gérance', 'FR76', '-', 'gerance')`,
  );
  await ecrire(`INSERT INTO Releve (id, CompteBancaireId, format, nom, empreinte, du, au, ancienSolde, nouveauSolde, connues)
    VALUES (1, 1, 'cfonb', 'releve.txt', 'essai', '2026-11-01', '2026-11-30', 0, ${solde}, 0)`);
  for (const [rang, [montant, etat]] of lignes.entries()) {
    await ecrire(`INSERT INTO LigneReleve (ReleveId, CompteBancaireId, date, montant, libelle, rejet, cle, etat)
      VALUES (1, 1, '2026-11-05', ${montant}, 'VIR', 0, 'essai ${rang}', '${etat}')`);
  }
}

/** Removes these triggers, as an attacker with access to the database could. */
const sansGardes = async (...gardes: string[]) => {
  for (const garde of gardes) await ecrire(`DROP TRIGGER ${garde}`);
};

describe("Les contrôles des comptes", () => {
  it("sont verts quand rien n’est écrit, et quand un loyer est appelé", async () => {
    expect(await rouges()).toEqual([]);
    await appel();
    await echeance(1, 95_000);
    expect(await rouges()).toEqual([]);
  });

  const fautes: [string, string[], () => Promise<unknown>][] = [
    [
      "une ligne ajoutée à une écriture",
      ["I1", "I2", "I3", "I4", "Comptes et détails"],
      async () => {
        await appel();
        await echeance(1, 95_000);
        await sansGardes("Ligne_close");
        await ecrire(
          "INSERT INTO Ligne (EcritureId, genre, de, mandat, debit, credit) VALUES (1, '411', 7, 3, 0, 95001)",
        );
      },
    ],
    [
      "une écriture sur deux livres",
      ["I1", "I2", "I5"],
      () =>
        ecriture(1, [
          ["512G", 1, null, 100, 0],
          ["706", null, null, 0, 100],
        ]),
    ],
    [
      "un loyer appelé sur le mandat d’un autre",
      ["I3"],
      async () => {
        await echeance(1, 95_000);
        await ecriture(1, [
          ["411", 7, 3, 95_000, 0],
          ["4671", 4, 4, 0, 95_000],
        ]);
      },
    ],
    [
      "une avance à côté d’un loyer exigible",
      ["I4", "Comptes et détails"],
      async () => {
        await appel();
        await echeance(1, 95_000);
        await ecriture(2, [
          ["512G", 1, null, 100, 0],
          ["4191", 7, null, 0, 100],
        ]);
      },
    ],
    [
      "de l’argent qui ne serait à personne",
      ["I3", "I4", "I5", "Comptes et détails"],
      () =>
        ecriture(1, [
          ["512G", 1, null, 100, 0],
          ["411", 7, 3, 0, 100],
        ]),
    ],
    [
      "un mandant débiteur",
      ["I6"],
      () =>
        ecriture(1, [
          ["4670", 3, 3, 57_020, 0],
          ["4670", 4, 4, 0, 57_020],
        ]),
    ],
    [
      "un dépôt que personne n’a versé",
      ["I7"],
      () =>
        ecriture(1, [
          ["512G", 1, null, 85_000, 0],
          ["165", 7, null, 0, 85_000],
        ]),
    ],
    [
      "un reversement au-delà de ce qui était dû",
      ["I6", "I8"],
      () =>
        ecriture(
          1,
          [
            ["4670", 3, 3, 100, 0],
            ["512G", 1, null, 0, 100],
          ],
          { journal: "REV" },
        ),
    ],
    [
      "le reste d’une échéance changé à la main",
      ["I9", "Comptes et détails"],
      async () => {
        await appel();
        await echeance(1, 90_000);
      },
    ],
    [
      "une ligne de relevé rapprochée que la banque des comptes ignore",
      ["I10"],
      () => relever([[95_000, "rapprochee"]]),
    ],
    [
      "un relevé dont les lignes ne mènent pas d’un solde à l’autre",
      ["I10"],
      () => relever([[95_000, "ecartee"]], 95_001),
    ],
    [
      "un numéro d’écriture sauté",
      ["I11"],
      async () => {
        await sansGardes("Ecriture_suivie");
        await ecriture(
          1,
          [
            ["512G", 1, null, 100, 0],
            ["4710", 1, null, 0, 100],
          ],
          { numero: 2 },
        );
      },
    ],
    [
      "des honoraires qui dorment parmi les fonds des mandants",
      ["I12"],
      () =>
        ecriture(
          1,
          [
            ["512G", 1, null, 100, 0],
            ["4680", null, null, 0, 100],
          ],
          { date: "2026-09-30" },
        ),
    ],
    [
      "des honoraires pris sur un mandat que personne n’a facturés",
      ["Honoraires pris sur les mandats"],
      async () => {
        await ecriture(1, [
          ["512G", 1, null, 100, 0],
          ["4670", 3, 3, 0, 100],
        ]);
        await ecriture(
          2,
          [
            ["4670", 3, 3, 90, 0],
            ["4680", null, null, 0, 90],
          ],
          { journal: "HON" },
        );
      },
    ],
    [
      "une écriture d’honoraires dans l’exercice d’avant",
      ["Exercices des honoraires"],
      async () => {
        const lignes = [
          ["512A", null, null, 100, 0],
          ["411H", null, null, 0, 100],
        ] as [string, number | null, number | null, number, number][];
        await ecriture(1, lignes, { livre: "H" });
        await db.write({
          lignes: db.run(
            sql`INSERT INTO Ligne (EcritureId, genre, debit, credit) VALUES (2, '512A', 0, 1), (2, '411H', 1, 0)`,
          ),
          entete:
            db.run(sql`INSERT INTO Ecriture (id, livre, exercice, numero, journal, date, libelle, cle)
            VALUES (2, 'H', '2025', 1, 'OD', '2026-11-06', 'Essai', 'essai 2')`),
        });
      },
    ],
    [
      "une TVA qui attend ce que personne ne doit plus",
      ["Produits et TVA des honoraires"],
      () =>
        ecriture(
          1,
          [
            ["44587", null, 3, 0, 2_030],
            ["44571", null, 3, 2_030, 0],
          ],
          { livre: "H", journal: "HON" },
        ),
    ],
    [
      "des quotes-parts qui ne font pas le tout",
      ["I13"],
      async () => {
        const clients = [1, 2, 3].map(
          (id) => `(${id}, 'Madame', 'Durand', 'Anne', '', '', '', '', '')`,
        );
        await ecrire(`INSERT INTO Client (id, titre, nom, prenom, sexe, qualite, adresseDefaut, mailDefaut, telDefaut)
          VALUES ${clients.join()}`);
        await ecrire(`INSERT INTO Mission (id, type, domicileUnique, nbAppart, tauxTva, valeurMissionAppt, accompte1, accompte2, reliquat)
          VALUES (1, 'gestion', 0, 1, 20, 0, 0, 0, 0)`);
        await ecrire(`INSERT INTO ConditionsMandat (id, MissionId, depuis, modeFonds) VALUES
          (1, 1, '2026-01-01', 'agence'), (2, 1, '2026-02-01', 'agence'), (3, 1, '2026-03-01', 'agence')`);
        // The shares of the first two terms add up to the whole; the third has a single share of 60/100.
        await ecrire(`INSERT INTO PartMandat (ConditionsMandatId, ClientId, rang, num, den) VALUES
          (1, 1, 1, 1, 3), (1, 2, 2, 1, 3), (1, 3, 3, 1, 3),
          (2, 1, 1, 1, 2), (2, 2, 2, 1, 3), (2, 3, 3, 1, 6), (3, 1, 1, 60, 100)`);
      },
    ],
  ];

  it.each(fautes)("trahissent %s", async (_, attendus, fauter) => {
    await fauter();
    expect(await rouges()).toEqual(attendus);
  });
});

describe("Un contrôle rouge", () => {
  const faute = () =>
    ecriture(1, [
      ["4670", 3, 3, 57_020, 0],
      ["4670", 4, 4, 0, 57_020],
    ]);

  it("dit ce qui le rompt, de combien, et l’administration seule le lit", async () => {
    const agence = await ouvrirAgence();
    await faute();
    const { data } = await agence.admin.get<Controle[]>("/Controle");
    expect(data.find(({ nom }) => nom.startsWith("I6"))).toMatchObject({
      etat: "rouge",
      lignes: 1,
      ruptures: [
        { motif: expect.stringMatching(/^Mandat de la mission 3 : écart de -?.570,20\s€$/u) },
      ],
    });
  });

  it("est dit au tableau de bord et par courriel, une fois, puis de nouveau s’il revient", async () => {
    const agence = await ouvrirAgence();
    const partis: string[] = [];
    const EMAIL = {
      send: async ({ text }: { text: string }) => {
        partis.push(text);
        return { messageId: "1" };
      },
    } as unknown as SendEmail;
    const passer = () =>
      controlerLaNuit({ ...sansAuteur({ ...env, EMAIL }, db, new Date()), today: TODAY });
    await passer();
    expect(partis).toEqual([]);
    await faute();
    await passer();
    await passer();
    expect(partis).toHaveLength(1);
    expect(partis[0]).toContain("Mandat de la mission 3");
    const { data } = await agence.admin.get<TableauDeBord>("/dashboard");
    expect(data.controlesRouges).toEqual(["I6 · Aucun mandat financé par les autres"]);
    await ecriture(2, [
      ["4670", 4, 4, 57_020, 0],
      ["4670", 3, 3, 0, 57_020],
    ]);
    await passer();
    await ecriture(3, [
      ["4670", 4, 4, 1, 0],
      ["4670", 3, 3, 0, 1],
    ]);
    await passer();
    expect(partis).toHaveLength(2);
  });
});
