import { createClient } from "@libsql/client/web";
import { ajouterAnnees, ajouterMois, aujourdhui, moisDe } from "#domain/dates.ts";
import type { Figure } from "../figures.ts";
import { openHouse } from "../house/house.ts";
import { inTurn } from "../house/in-turn.ts";
import { measured } from "./reads.ts";

const DOSSIERS = 10_000;
/** The dwellings of one building, and the invoices of its year. */
const LOTS = 1_000;
const FACTURES = 20;
const DOSSIERS_PAR_MANDAT = 4;

const JOUR = aujourdhui(new Date());
const MOIS = moisDe(JOUR);
const ANNEE = Number(JOUR.slice(0, 4)) - 1;

/** The work of the year on ten thousand leases: rents to revise, deadlines, and the charges of a large building. */
export async function annee(): Promise<Figure[]> {
  const house = await openHouse(DOSSIERS);
  try {
    const database = createClient({ url: house.databaseUrl });
    for (const statement of statements()) await inTurn(() => database.execute(statement));
    database.close();
    return await measured(
      house,
      {
        "Révisions du mois": `/api/Revision?mois=${MOIS}`,
        "Échéances, page de 50": "/api/Suivi",
        "Échéances, une famille": "/api/Suivi?famille=loyer",
        [`Charges d’un immeuble de ${LOTS} lots`]: `/api/Immeuble/1/charges/${ANNEE}`,
        "Charges de l’année, tous les logements": `/api/Charges?annee=${ANNEE}`,
      },
      // Reads take a thousand or two thousand rows at a time, because an answer of the database holds 10 MB at most.
      { trips: 24 },
    );
  } finally {
    await house.close();
  }
}

const premierJour = ajouterAnnees(`${MOIS}-01`, -4);

/**
 * Leases that began between four years and one year ago, one in 36 each month. Each has a rent, diagnoses, a mandate
 * and the receipts of last year.
 */
const statements = () => [
  `UPDATE Dossier SET dateDebutBail = date('${premierJour}', '+' || (id % 36) || ' months'), typeBail = 'nu',
    indice = 144.64 * 1, indiceTrim = '4e trimestre 2024', derniereRevision = NULL, chargesMode = 'provisions',
    assuranceFin = date('${JOUR}', '+' || (id % 365 - 20) || ' days')`,
  "UPDATE Dossier SET dateEntree = dateDebutBail, dateCreationBail = dateDebutBail",
  `INSERT INTO LoyerHistorique (DossierId, depuis, loyerHC, loyerCharge, motif)
    SELECT id, dateDebutBail, loyerHC, loyerCharge, 'bail' FROM Dossier WHERE id NOT IN (SELECT DossierId FROM LoyerHistorique)`,
  `UPDATE Appartement SET dpeClasse = substr('CDDDEEFG', 1 + id % 8, 1), dpeDate = date('${JOUR}', '-' || (id % 3600) || ' days'),
    chaudiereLe = date('${JOUR}', '-' || (id % 500) || ' days'), gazLe = date('${JOUR}', '-' || (id % 2400) || ' days')`,
  `INSERT INTO Mission (id, type, domicileUnique, nbAppart, dateSignature, duree, tauxTva, valeurMissionAppt, accompte1, accompte2, reliquat)
    SELECT (id + ${DOSSIERS_PAR_MANDAT - 1}) / ${DOSSIERS_PAR_MANDAT}, 'gestion', 0, ${DOSSIERS_PAR_MANDAT},
      date('${premierJour}', '+' || (id % 365) || ' days'), 12, 20, 0, 0, 0, 0 FROM Dossier WHERE id % ${DOSSIERS_PAR_MANDAT} = 1`,
  `INSERT INTO MissionAppartement SELECT (id + ${DOSSIERS_PAR_MANDAT - 1}) / ${DOSSIERS_PAR_MANDAT}, id FROM Appartement`,
  "INSERT INTO ConditionsMandat (MissionId, depuis, modeFonds) SELECT id, '2020-01-01', 'agence' FROM Mission",
  ...Array.from({ length: 12 }, (_, rang) => mois(ajouterMois(`${ANNEE}-01`, rang), rang)).flat(),
  `INSERT INTO Immeuble (id, nom, adresse, codePostal, ville, genre) VALUES (1, 'Résidence', '1 rue des Écoles', '75005', 'Paris', 'copropriete')`,
  `UPDATE Appartement SET ImmeubleId = 1 WHERE id <= ${LOTS}`,
  `INSERT INTO CleRepartition (id, ImmeubleId, nom, genre, total, depuis) VALUES (1, 1, 'Générale', 'tantiemes', ${10 * LOTS}, '2020-01-01')`,
  `INSERT INTO CleLot SELECT 1, id, 10 FROM Appartement WHERE id <= ${LOTS}`,
  `WITH RECURSIVE serie(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM serie WHERE n < ${FACTURES})
    INSERT INTO DepenseImmeuble (id, ImmeubleId, CleId, intitule, numFacture, date, montant, recuperable, tauxRecuperable)
    SELECT n, 1, 1, 'Nettoyage', 'F-' || n, '${ANNEE}-06-15', 1000000, iif(n % 2, 'R44', 'R21'), 100 FROM serie`,
  `INSERT INTO Intendance (nature, AppartementId, DepenseImmeubleId, tva, renouvele, regle, intitule, date, montant, numFacture, recuperable, tauxRecuperable)
    SELECT 'depense', a.id, d.id, 20, 0, 1, d.intitule, d.date, 1000, d.numFacture, d.recuperable, 100
    FROM DepenseImmeuble d, Appartement a WHERE a.id <= ${LOTS}`,
];

/** The rents of a month, called from every lease that runs; nineteen dossiers in twenty have paid. */
function mois(debut: string, rang: number): string[] {
  const siennes = `Quitance q WHERE q.id > ${rang * DOSSIERS} AND q.id <= ${(rang + 1) * DOSSIERS}`;
  return [
    `INSERT INTO Quitance (id, numero, DossierId, AppartementId, LocataireId, date, dateFin, echeance, emission,
      loyerHC, charge, automatique, regle, statusInconu, uuid)
    SELECT ${rang * DOSSIERS} + id, '${debut}-' || id, id, AppartementId, LocataireId, '${debut}-01', date('${debut}-01', '+1 month', '-1 day'),
      '${debut}-05', '${debut}-01', 85000, 10000, 1, 0, 0, 'annee' || ${rang} || '-' || id
    FROM Dossier WHERE dateDebutBail <= '${debut}-01'`,
    ...[
      ["loyer", 85_000],
      ["charges", 10_000],
    ].map(
      ([
        nature,
        montant,
      ]) => `INSERT INTO Echeance (DossierId, QuitanceId, mandat, mois, exigibleLe, nature, montant, reste)
    SELECT q.DossierId, q.id, (q.DossierId + ${DOSSIERS_PAR_MANDAT - 1}) / ${DOSSIERS_PAR_MANDAT}, q.mois, q.echeance, '${nature}', ${montant},
      iif(q.DossierId % 20, 0, ${montant}) FROM ${siennes}`,
    ),
  ];
}
