import { type SQL, sql } from "drizzle-orm";
import { formatJour, type Jour, type Mois, moisDe, plusTard } from "#domain/dates.ts";
import { Conflict } from "#domain/erreurs.ts";
import {
  type Ecriture,
  ensemble,
  type Part,
  type Parties,
} from "#domain/gerance/livres/ecritures.ts";
import {
  abandon,
  avanceAuBailleur,
  avanceConsommee,
  chequeRecu,
  encaissement,
  type Provenance,
  quittancement,
  recuParLeBailleur,
  recuPourAvant,
  repriseDuLocataire,
} from "#domain/gerance/livres/ecritures-encaissements.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { soldes } from "#domain/gerance/livres/soldes.ts";
import { libelleQuittance } from "#domain/gerance/locataires/compte-tenu.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import type { EtatReglement, ModeReglement } from "#domain/gerance/locataires/reglement.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import {
  engagement,
  exigibleAvant,
  ouverture,
  partsDeLaDette,
  type Referentiel,
} from "#domain/gerance/reprise/reprise.ts";
import type { LigneReprise } from "#domain/gerance/reprise/reprise-fiche.ts";
import { enCentimes } from "#domain/montants.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { type EcritureAPoster, poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { aInscrire, dejaPaye, sansEcriture } from "./reprise-lue.ts";

interface Reprise {
  id: number;
  debut: Jour;
  lignes: readonly LigneReprise[];
  referentiel: Referentiel;
  today: Jour;
  user: string | null;
  /** The answer of {@link lireEtat}, which must be read before the other facts. */
  avant: string;
}

interface ReprisesComposee {
  statements: Statements;
  /** The condition that the data are still those that were read. */
  inchange: SQL;
  /** The dossiers with an advance or a debt: their advances are to be spent on their debts. */
  avecAvance: number[];
}

/**
 * The entries and payments that a takeover writes (reprise/README §12.13), from the present database.
 * @throws Conflict when an earlier payment went to another receiver than that of the rents of its dossier
 */
export async function composerReprise(db: Db, reprise: Reprise): Promise<ReprisesComposee> {
  const { id, debut, lignes, today, user, avant } = reprise;
  const { quittances, reglements, parts, anciennes } = await lire(db, debut);
  const dues = dettes(reprise);
  const ahead = reglements.filter(({ date, deja }) => date < debut && deja > 0);
  const avances = avancesDe(reprise, ahead);
  const entrees: EcritureAPoster[] = [
    ...soldesOuverts(reprise),
    ...dues.map(({ DossierId, parties, parts }) => ({
      ...repriseDuLocataire(parties, parts),
      ...entete(debut, `reprise ${id} dossier ${DossierId}`, DossierId),
    })),
    ...avances.map(({ DossierId, fonds, montant, cle }) => ({
      ...avanceOuverte(DossierId, fonds, montant),
      ...entete(debut, `reprise ${id} ${cle}`, DossierId),
      reglement: cle,
    })),
    ...quittances.map((quittance) => appel(quittance, debut)),
    ...reglements.flatMap((reglement) => paiement(reglement, { parts, anciennes, debut })),
  ];
  if ((soldes(entrees).get("4710") ?? 0) !== 0) {
    throw new Conflict(
      "Un règlement d’avant cette date n’a pas été reçu par qui reçoit les loyers de son dossier : annulez-le, ou changez les conditions de son mandat.",
    );
  }
  return {
    statements: {
      avances: nouvellesAvances(db, { debut, user, avances: avances.filter(({ neuve }) => neuve) }),
      ...poster(db, entrees, { today, user }),
      dettes: nouvellesDettes(db, reprise, dues),
      appelees: db.run(sql`UPDATE "Echeance" SET "EcritureId" = (SELECT x.id FROM "Ecriture" x
          JOIN "Quitance" q ON x.cle = 'quittance ' || q.uuid WHERE q.id = "Echeance"."QuitanceId")
        WHERE ${aInscrire(debut)}`),
      imputees: db.run(sql`UPDATE "Imputation" SET "EcritureId" = (SELECT x.id FROM "Ecriture" x
          JOIN "Reglement" r ON x.cle = 'reglement ' || r.cle WHERE r.id = "Imputation"."ReglementId")
        WHERE "EcritureId" IS NULL AND EXISTS (SELECT 1 FROM json_each(${JSON.stringify(parts)}) p
          WHERE p.value ->> 'EcheanceId' = "Imputation"."EcheanceId" AND p.value ->> 'ReglementId' = "Imputation"."ReglementId")`),
    },
    inchange: sql`(${ETAT_LU}) = ${avant}`,
    avecAvance: [
      ...new Set([
        ...avances.map(({ DossierId }) => DossierId),
        ...lignes.flatMap((ligne) => (ligne.genre === "dette" ? ligne.DossierId : [])),
      ]),
    ],
  };
}

interface QuittanceAInscrire {
  uuid: string;
  DossierId: number;
  mandat: number;
  mois: Mois;
  emission: Jour;
  loyer: Centimes;
  charges: Centimes;
  assurance: Centimes;
}

interface ReglementAInscrire {
  id: number;
  cle: string;
  DossierId: number;
  date: Jour;
  montant: Centimes;
  mode: ModeReglement | null;
  fonds: ModeFonds;
  etat: EtatReglement;
  CompteBancaireId: number | null;
  /** The part of the payment that settles no sum called. */
  reste: Centimes;
  /** For a payment older than the books: the sum that the advance of its dossier must hold. */
  deja: Centimes;
}

interface PartAInscrire {
  ReglementId: number;
  EcheanceId: number;
  mandat: number;
  nature: NatureEcheance;
  montant: Centimes;
}

/**
 * The values that show whether the data read for a signature changed: a write that changes these data changes at
 * least one of the values.
 */
const ETAT_LU = sql`SELECT json_array((SELECT max(id) FROM "Echeance"), (SELECT max(id) FROM "Imputation"),
  (SELECT max(id) FROM "Reglement"), (SELECT max("updatedAt") FROM "Reglement"), (SELECT max(id) FROM "Ecriture"),
  (SELECT max(id) FROM "ConditionsMandat"), (SELECT count(*) FROM "Quitance" WHERE "annuleeLe" IS NULL),
  (SELECT json_group_array(json_array("MissionId", "AppartementId")) FROM (SELECT * FROM "MissionAppartement"
    ORDER BY "MissionId", "AppartementId")), (SELECT json_group_array(json_array(id, version)) FROM (SELECT id, version
    FROM "CompteBancaire" ORDER BY id)))`;

/**
 * The values of `ETAT_LU` as one text: a signature is written only if this text has not changed since the reading.
 */
export const lireEtat = async (db: Db): Promise<string> =>
  (await db.all<{ lu: string }>(sql`SELECT (${ETAT_LU}) AS lu`))[0]?.lu ?? "";

function lire(db: Db, debut: Jour) {
  return db.read({
    quittances: db.all<QuittanceAInscrire>(sql`
      SELECT q.uuid, e."DossierId", e.mandat, e.mois, q.emission, sum(iif(e.nature = 'loyer', e.montant, 0)) AS loyer,
        sum(iif(e.nature = 'charges', e.montant, 0)) AS charges, sum(iif(e.nature = 'assurance', e.montant, 0)) AS assurance
      FROM (SELECT * FROM "Echeance" WHERE ${aInscrire(debut)}) e JOIN "Quitance" q ON q.id = e."QuitanceId"
      GROUP BY q.id ORDER BY q.id`),
    reglements: db.all<ReglementAInscrire>(sql`
      SELECT r.id, r.cle, r."DossierId", r.date, r.montant, r.mode, r.fonds, r.etat, r."CompteBancaireId",
        r.montant - coalesce((SELECT sum(montant) FROM "Imputation" WHERE "ReglementId" = r.id), 0) AS reste,
        iif(r.etat = 'credite', ${dejaPaye(debut)}, 0) AS deja
      FROM "Reglement" r WHERE ${sansEcriture} ORDER BY r.id`),
    parts: db.all<PartAInscrire>(sql`
      SELECT i."ReglementId", e.id AS "EcheanceId", e.mandat, e.nature, sum(i.montant) AS montant
      FROM (SELECT * FROM "Echeance" WHERE ${aInscrire(debut)}) e JOIN "Imputation" i ON i."EcheanceId" = e.id
      WHERE i."ReglementId" IS NOT NULL GROUP BY 1, 2 HAVING sum(i.montant) > 0 ORDER BY 1, 2`),
    anciennes: db.all<PartAInscrire>(sql`
      SELECT r.id AS "ReglementId", e.id AS "EcheanceId", e.mandat, e.nature, sum(i.montant) AS montant
      FROM "Reglement" r JOIN "Imputation" i ON i."ReglementId" = r.id JOIN "Echeance" e ON e.id = i."EcheanceId"
      WHERE ${sansEcriture} AND r.fonds = 'agence' AND r.date >= ${debut} AND e."EcritureId" IS NULL
        AND e."exigibleLe" < ${debut}
      GROUP BY 1, 2 HAVING sum(i.montant) > 0 ORDER BY 1, 2`),
  });
}

const entete = (debut: Jour, cle: string, DossierId: number | null = null) => ({
  cle,
  date: debut,
  libelle: soldeAu(debut),
  piece: soldeAu(debut),
  DossierId,
});

const soldeAu = (debut: Jour): string => `Solde au ${formatJour(debut)}`;

/**
 * The opening entries of the bank accounts, the owners' accounts and the deposits. A deposit that the agency does not
 * hold is noted as a commitment only.
 */
function soldesOuverts({ id, debut, lignes }: Reprise): EcritureAPoster[] {
  return lignes.flatMap((ligne): EcritureAPoster[] => {
    const montant = enCentimes(ligne.montant);
    if (montant === 0) return [];
    if (ligne.genre === "banque") {
      const { CompteBancaireId: de } = ligne;
      const ecriture = ouverture({ genre: "512G", de }, true, montant);
      return [{ ...ecriture, ...entete(debut, `reprise ${id} banque ${de}`) }];
    }
    if (ligne.genre === "mandant") {
      const { MissionId: de } = ligne;
      const ecriture = ouverture({ genre: "4670", de, mandat: de }, false, montant);
      return [{ ...ecriture, ...entete(debut, `reprise ${id} mandat ${de}`) }];
    }
    if (ligne.genre !== "depot") return [];
    const { DossierId: de, detenuPar } = ligne;
    const ecriture =
      detenuPar === "agence"
        ? ouverture({ genre: "165", de }, false, montant)
        : engagement({ debite: "801", credite: "809" }, de, montant);
    return [{ ...ecriture, ...entete(debut, `reprise ${id} depot ${de}`, de) }];
  });
}

interface DettesReprises {
  DossierId: number;
  parties: Parties;
  parts: Part[];
  echeances: (Part & { mois: Mois; exigibleLe: Jour })[];
}

function dettes({ debut, lignes, referentiel }: Reprise): DettesReprises[] {
  const dossiers = new Map(referentiel.dossiers.map((dossier) => [dossier.id, dossier]));
  const dues = lignes.flatMap((ligne) => (ligne.genre === "dette" ? [ligne] : []));
  return [...Map.groupBy(dues, ({ DossierId }) => DossierId)].flatMap(([DossierId, duDossier]) => {
    const dossier = dossiers.get(DossierId);
    if (!dossier) return [];
    const echeances = duDossier.flatMap(({ mois, montant, nature = null }) => {
      const exigibleLe = exigibleAvant(debut, mois ?? null, dossier.jourQuitance);
      return partsDeLaDette(enCentimes(montant), nature, dossier).map((part) => ({
        ...part,
        mois: mois ?? moisDe(exigibleLe),
        exigibleLe,
      }));
    });
    return [
      {
        DossierId,
        parties: { dossier: DossierId, mandat: dossier.mandat },
        parts: echeances.map(({ nature, montant }) => ({ nature, montant })),
        echeances,
      },
    ];
  });
}

interface AvanceReprise {
  DossierId: number;
  fonds: ModeFonds;
  montant: Centimes;
  /** The key of the payment that holds the advance. */
  cle: string;
  neuve: boolean;
}

/** The advances: the part held by existing payments, and a new payment for what they do not hold. */
function avancesDe(
  { id, lignes, referentiel }: Reprise,
  ahead: readonly ReglementAInscrire[],
): AvanceReprise[] {
  const dossiers = new Map(referentiel.dossiers.map((dossier) => [dossier.id, dossier]));
  const tenues = ahead.map(({ DossierId, fonds, deja, cle }) => ({
    DossierId,
    fonds,
    montant: deja,
    cle,
    neuve: false,
  }));
  const neuves = lignes.flatMap((ligne): AvanceReprise[] => {
    if (ligne.genre !== "avance") return [];
    const { DossierId } = ligne;
    const dossier = dossiers.get(DossierId);
    const montant = enCentimes(ligne.montant) - enCentimes(dossier?.dejaPaye ?? 0);
    if (!dossier || montant <= 0) return [];
    const cle = `reprise ${id} avance ${DossierId}`;
    return [{ DossierId, fonds: dossier.fonds, montant, cle, neuve: true }];
  });
  return [...tenues, ...neuves];
}

const avanceOuverte = (DossierId: number, fonds: ModeFonds, montant: Centimes): Ecriture =>
  fonds === "agence"
    ? ouverture({ genre: "4191", de: DossierId }, false, montant)
    : engagement({ debite: "803", credite: "802" }, DossierId, montant);

/** The entry of an existing receipt that enters the books. */
const appel = (
  { uuid, DossierId, mandat, mois, emission, loyer, charges, assurance }: QuittanceAInscrire,
  debut: Jour,
): EcritureAPoster => ({
  ...quittancement({ dossier: DossierId, mandat }, [
    { nature: "loyer", montant: loyer },
    { nature: "charges", montant: charges },
    { nature: "assurance", montant: assurance },
  ]),
  cle: `quittance ${uuid}`,
  date: plusTard(emission, debut),
  libelle: libelleQuittance(mois),
  DossierId,
  quittance: uuid,
});

interface PartsDesReglements {
  /** The parts that enter the books. */
  parts: readonly PartAInscrire[];
  /** The parts due before the books began that the agency received afterwards. */
  anciennes: readonly PartAInscrire[];
  debut: Jour;
}

/**
 * The entries of an existing payment: the sums that it settles in the books and before them, and what it pays ahead.
 */
function paiement(
  reglement: ReglementAInscrire,
  { parts, anciennes, debut }: PartsDesReglements,
): EcritureAPoster[] {
  const { id, cle, DossierId, date, etat, montant, CompteBancaireId } = reglement;
  const parMandat = (de: readonly PartAInscrire[]) =>
    [
      ...Map.groupBy(
        de.filter(({ ReglementId }) => ReglementId === id),
        ({ mandat }) => mandat,
      ),
    ].map(([mandat, duMandat]) => [{ dossier: DossierId, mandat }, duMandat] as const);
  const regles = [
    ...parMandat(parts).map(([parties, duMandat]) =>
      regler(reglement, { parties, parts: duMandat, ouverte: date < debut }),
    ),
    ...parMandat(anciennes).map(([parties, regle]) =>
      recuPourAvant(parties, { source: provenance(reglement), regle }),
    ),
  ];
  if (etat === "recu") regles.push(chequeRecu({ dossier: DossierId }, CompteBancaireId, montant));
  else if (reglement.reste > 0 && date >= debut) regles.push(avancer(reglement));
  if (regles.length === 0) return [];
  return [
    {
      ...ensemble(regles, "ENC"),
      cle: `reglement ${cle}`,
      date: plusTard(date, debut),
      libelle: "Règlement",
      DossierId,
      reglement: cle,
    },
  ];
}

/**
 * The entry by which an existing payment settles sums called.
 * @param ouverte true when the payment came before the books began: they opened with it as an advance
 */
function regler(
  reglement: ReglementAInscrire,
  { parties, parts, ouverte }: { parties: Parties; parts: readonly Part[]; ouverte: boolean },
): Ecriture {
  const { fonds, mode } = reglement;
  if (mode === "abandon" || mode === "compensation") return abandon(parties, parts);
  if (fonds === "proprietaire") return recuParLeBailleur(parties, parts);
  if (ouverte) return avanceConsommee(parties, parts);
  return encaissement(parties, { source: provenance(reglement), regle: parts, avance: 0 });
}

const avancer = (reglement: ReglementAInscrire): Ecriture =>
  reglement.fonds === "agence"
    ? encaissement(
        { dossier: reglement.DossierId, mandat: 0 },
        { source: provenance(reglement), regle: [], avance: reglement.reste },
      )
    : avanceAuBailleur({ dossier: reglement.DossierId }, reglement.reste);

const provenance = ({ mode, CompteBancaireId }: ReglementAInscrire): Provenance =>
  mode === "especes" ? { genre: "531G" } : { genre: "512G", compteBancaire: CompteBancaireId };

const nouvellesAvances = (
  db: Db,
  { debut, user, avances }: { debut: Jour; user: string | null; avances: readonly AvanceReprise[] },
) =>
  db.run(sql`
    INSERT INTO "Reglement" (exercice, rang, "DossierId", date, montant, mode, payeur, fonds, etat, commentaire, cle, "user")
    SELECT substr(${debut}, 1, 4), row_number() OVER (ORDER BY a.key) + coalesce(
        (SELECT max(rang) FROM "Reglement" WHERE exercice = substr(${debut}, 1, 4)), 0),
      a.value ->> 'DossierId', ${debut}, a.value ->> 'montant', NULL, 'locataire', a.value ->> 'fonds', 'credite',
      ${soldeAu(debut)}, a.value ->> 'cle', ${user}
    FROM json_each(${JSON.stringify(avances)}) a ORDER BY a.key`);

const nouvellesDettes = (db: Db, { id, debut }: Reprise, dues: readonly DettesReprises[]) =>
  db.run(sql`
    INSERT INTO "Echeance" ("DossierId", mandat, mois, "exigibleLe", nature, libelle, montant, reste, "EcritureId")
    SELECT d.value ->> 'DossierId', d.value ->> '$.parties.mandat', e.value ->> 'mois', e.value ->> 'exigibleLe',
      e.value ->> 'nature', ${soldeAu(debut)}, e.value ->> 'montant', e.value ->> 'montant',
      (SELECT id FROM "Ecriture" WHERE cle = ${`reprise ${id} dossier `} || (d.value ->> 'DossierId'))
    FROM json_each(${JSON.stringify(dues)}) d, json_each(d.value, '$.echeances') e ORDER BY d.key, e.key`);
