import { type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { Jour } from "#domain/dates.ts";
import type { MandatDeDepense } from "#domain/gerance/mandats/depense.ts";
import type { EncaissementNonVu } from "#domain/gerance/reversements/encaissement-non-vu.ts";
import type { FondsDetenus, PartDue } from "#domain/gerance/reversements/reversement.ts";
import type {
  AvanceDue,
  Defunt,
  DepenseDue,
  RestitutionDue,
} from "#domain/gerance/reversements/sommes-dues.ts";
import type { NatureFiscale } from "#domain/missions/natures-de-depense.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import type { Db } from "#worker/db/client.ts";
import {
  reversementTenu,
  soldesDeLaBanque,
  tenuAvecLeDepot,
} from "#worker/db/conditions-comptes.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { avancesRendues, ecritures, lignes } from "#worker/db/schema/gerance.ts";
import {
  comptesRendus,
  coordonneesBancaires,
  fournisseurs,
  partsCompteRendu,
  reversements,
  virements,
} from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { appartements, clients, dossiers, locataires } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { placesNonVues } from "#worker/operations/gerance/banque/encaissements-non-vus.ts";
import { mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import {
  type CoordonneesDues,
  colonnesDues,
  coordonneesDues,
  coordonneesLuesDe,
  duFournisseur,
  duLocataire,
  duMandant,
} from "#worker/operations/gerance/mandats/coordonnees-bancaires.ts";
import {
  lireMandats,
  memesDepenses,
  memesMandats,
} from "#worker/operations/gerance/mandats/depenses.ts";

/** The sum that the books owe on an account of this kind, for a mandate or a dossier; cents. */
export const duAu = (genre: "165" | "4197" | "4670" | "4672", de: SQL) =>
  sql`(SELECT coalesce(sum(l.credit - l.debit), 0) FROM ${lignes} l WHERE l.genre = ${genre} AND l.de = ${de})`;

/** True when the account `c` is valid, and still owes its sums to its owners. */
export const compteTenu = sql`(c.etat = 'valide' AND ${reversementTenu})`;

interface PartLue
  extends Omit<PartDue, "mandat" | "nom" | "coordonnees" | "impaye" | "depensesSansPiece">,
    CoordonneesDues {
  numero: string | null;
  mandat: string | null;
  titre: string | null;
  qualite: typeof clients.$inferSelect.qualite;
  nom: string;
  prenom: string | null;
  situation: string;
  depenses: string;
}

/** The SQL condition that the transfer `v` pays a sum, by origin of the sum. */
const deLOrigine = {
  part: sql`v."CompteRenduPartId" = p.id`,
  locataire: sql`v."SoldeDepartId" = s.id`,
  avance: sql`v."AvanceRendueId" = s.id`,
  fournisseur: sql`v."IntendanceId" = i.id`,
  avoir: sql`v."FactureHonorairesId" = a.id AND v."MandantId" IS p."MandantId"`,
};

type Origine = keyof typeof deLOrigine;

/**
 * Two columns. `lot`: the number of the batch whose transfer pays the sum, the batch `sauf` left out. `rejets`: the
 * count of transfers of the sum that the bank refused.
 */
export const virementsDe = (
  origine: Origine,
  sauf: number | null,
) => sql`(SELECT r.numero FROM ${virements} v
  JOIN ${reversements} r ON r.id = v."ReversementId"
  WHERE ${deLOrigine[origine]} AND v.etat = 'emis' AND r.id <> ${sauf ?? 0}) AS lot,
  (SELECT count(*) FROM ${virements} v WHERE ${deLOrigine[origine]} AND v.etat = 'rejete') AS rejets`;

/**
 * True when no issued transfer pays the part `p`, the frozen account or the advance `s`, the expense `i`, or the
 * credit note `a`. A refused or cancelled transfer pays nothing.
 */
export const nonPayee = (origine: Origine) =>
  sql`NOT EXISTS (SELECT 1 FROM ${virements} v WHERE ${deLOrigine[origine]} AND v.etat = 'emis')`;

/**
 * Reads parts of valid accounts, with all the data that decide whether each may be paid over.
 * @param lesquelles a condition on `p`, the parts, and `c`, their accounts
 * @param sauf the batch under control: its own transfers do not count as payments
 */
export const lirePartsDues = (
  db: Db,
  lesquelles: SQL,
  { now, sauf = null }: { now: Date; sauf?: number | null },
) => {
  const instant = now.toISOString();
  const beneficiaire = duMandant(sql`c."MissionId"`, sql`p."ClientId"`);
  return db.all<PartLue>(sql`
    SELECT p.id AS "CompteRenduPartId", c.id AS "CompteRenduId", c."MissionId", p."ClientId", c.mois, c.au, p.montant,
      coalesce(c.contenu ->> '$.jourReversement', 10) AS "jourReversement",
      c.contenu ->> '$.mandat.numero' AS numero, c.contenu ->> '$.mandat.nom' AS mandat,
      cl.titre, cl.qualite, cl.nom, cl.prenom,
      ${virementsDe("part", sauf)},
      ${duAu("4670", sql`c."MissionId"`)} AS solde, ${duAu("4672", sql`c."MissionId"`)} AS "aPayer",
      ${colonnesDues(beneficiaire, instant)},
      coalesce(c.contenu -> '$.situation', '[]') AS situation, coalesce(c.contenu -> '$.detailDepenses', '[]') AS depenses
    FROM ${partsCompteRendu} p JOIN ${comptesRendus} c ON c.id = p."CompteRenduId" JOIN ${clients} cl ON cl.id = p."ClientId"
    ${coordonneesDues(beneficiaire, instant)}
    WHERE ${compteTenu} AND p.montant > 0 AND ${lesquelles}
    ORDER BY c.mois, c."MissionId", p.rang`);
};

/** A part, as the control of a batch takes it. */
export function partDue(partLue: PartLue): PartDue {
  const { titre, qualite, prenom, numero, mandat, situation, depenses, ...part } = partLue;
  const lots: { resteDu: number }[] = JSON.parse(situation);
  const payees: { piece: string | null }[] = JSON.parse(depenses);
  const nom = nomComplet({ titre, qualite, nom: part.nom, prenom });
  return {
    ...part,
    mandat: { numero: numero ?? "", nom: mandat ?? nom },
    nom,
    coordonnees: coordonneesLuesDe(partLue),
    impaye: lots.reduce((somme, { resteDu }) => somme + enCentimes(resteDu), 0),
    depensesSansPiece: payees.filter(({ piece }) => piece === null).length,
  };
}

/** True when the frozen account `s` of a departure is not cancelled, and the agency is to give back its sum. */
export const aRendre = sql`(s."annuleLe" IS NULL AND s.restitution > 0 AND s.contenu ->> '$.lieu' = 'agence')`;

/** The part of the money held for a dossier that was recorded but that the bank has not shown; cents. */
export const nonVuDe = (
  genre: "165" | "4197",
  dossier: SQL,
) => sql`max(0, coalesce((SELECT sum(n.montant) FROM ${placesNonVues} n
  WHERE n.genre = ${genre} AND n.de = ${dossier}), 0))`;

/**
 * The part of the account `s`, of the dossier `o`, that its own entries hold beside the deposit; cents. Older books
 * held it with the deposit.
 */
export const horsDepot = sql`max(0, min(${tenuAvecLeDepot(sql`o.id`)},
  (SELECT coalesce(sum(sienne.credit - sienne.debit), 0) FROM ${lignes} sienne JOIN ${ecritures} x ON x.id = sienne."EcritureId"
    WHERE sienne.genre = '4191' AND sienne.de = o.id AND x.journal = 'DG' AND x.cle LIKE 'arrete ' || s.id || ' %'
      AND NOT EXISTS (SELECT 1 FROM ${ecritures} extourne WHERE extourne."annuleId" = x.id))))`;

type Rendue<Due> = Omit<Due, "nom" | "coordonnees" | "defunts"> &
  CoordonneesDues & { defunts: string };

type RestitutionLue = Rendue<RestitutionDue> & { locataires: string };

/** The holders of the lease `o` who died, as {@link defuntsLus} reads them. */
export const defuntsDuBail = sql`(SELECT json_group_array(json_object('nom', iif(m.titulaire = 'second', t."autreNom", t.nom),
    'prenom', iif(m.titulaire = 'second', t."autrePrenom", t.prenom), 'seul', m.titulaire = 'tous',
    'le', coalesce(m."recuLe", o."dateDebutPreavis", o."dateSortie")))
  FROM ${departs} m JOIN ${locataires} t ON t.id = o."LocataireId"
  WHERE m."DossierId" = o.id AND m.genre = 'deces')`;

export const defuntsLus = (defunts: string): Defunt[] =>
  (JSON.parse(defunts) as (Omit<Defunt, "seul"> & { seul: number })[]).map((defunt) => ({
    ...defunt,
    seul: defunt.seul === 1,
  }));

/**
 * Reads the sums to give back to tenants, with all the data that decide whether each may be paid.
 * @param lesquelles a condition on `s`, the frozen accounts
 * @param sauf the batch under control: its own transfers do not count as payments
 */
export const lireRestitutionsDues = (
  db: Db,
  lesquelles: SQL,
  { now, sauf = null }: { now: Date; sauf?: number | null },
) => {
  const instant = now.toISOString();
  const beneficiaire = duLocataire(sql`o."LocataireId"`);
  return db.all<RestitutionLue>(sql`
    SELECT s.id AS "SoldeDepartId", o.id AS "DossierId", o."LocataireId", s.genre, s.restitution AS montant, ${horsDepot} AS "horsDepot",
      ${mandatDe(sql`o."AppartementId"`)} AS mandat, s.contenu ->> '$.locataires' AS locataires,
      s.contenu ->> '$.logement' AS logement, s.contenu ->> '$.echeance' AS echeance,
      iif(s.genre = 'sortie', o."dateRetourCaution", NULL) AS "noteeLe",
      ${defuntsDuBail} AS defunts, ${duAu("165", sql`o.id`)} AS detenu, ${nonVuDe("165", sql`o.id`)} AS "nonVu",
      ${virementsDe("locataire", sauf)}, ${colonnesDues(beneficiaire, instant)}
    FROM ${soldesDepart} s JOIN ${departs} e ON e.id = s."DepartId" JOIN ${dossiers} o ON o.id = e."DossierId"
    ${coordonneesDues(beneficiaire, instant)}
    WHERE ${aRendre} AND ${lesquelles} ORDER BY s.contenu ->> '$.echeance', s.id`);
};

export const restitutionDue = ({
  locataires: noms,
  defunts,
  ...restitution
}: RestitutionLue): RestitutionDue => ({
  ...restitution,
  nom: (JSON.parse(noms) as string[]).join(" et "),
  defunts: defuntsLus(defunts),
  coordonnees: coordonneesLuesDe(restitution),
});

interface AvanceLue
  extends Omit<Rendue<AvanceDue>, "genre" | "horsDepot" | "logement" | "noteeLe">,
    Pick<typeof appartements.$inferSelect, "adresse" | "etage" | "codePostal" | "ville"> {
  titulaires: string;
}

/** True when the advance `s` was not cancelled. */
export const avanceTenue = sql`s."annuleLe" IS NULL`;

/**
 * Reads the advances to give back to tenants who stay, with all the data that decide whether each may be paid.
 * @param lesquelles a condition on `s`, the advances
 * @param sauf the batch under control: its own transfers do not count as payments
 */
export const lireAvancesDues = (
  db: Db,
  lesquelles: SQL,
  { now, sauf = null }: { now: Date; sauf?: number | null },
) => {
  const instant = now.toISOString();
  const beneficiaire = duLocataire(sql`o."LocataireId"`);
  return db.all<AvanceLue>(sql`
    SELECT s.id AS "AvanceRendueId", o.id AS "DossierId", o."LocataireId", s.montant, ${mandatDe(sql`o."AppartementId"`)} AS mandat,
      b.adresse, b.etage, b."codePostal", b.ville,
      (SELECT json_object('titre', t.titre, 'nom', t.nom, 'prenom', t.prenom, 'secondTitulaire', json(iif(t."secondTitulaire", 'true', 'false')),
        'autreTitre', t."autreTitre", 'autreNom', t."autreNom", 'autrePrenom', t."autrePrenom") FROM ${locataires} t WHERE t.id = o."LocataireId") AS titulaires,
      ${defuntsDuBail} AS defunts, ${duAu("4197", sql`o.id`)} AS detenu, ${nonVuDe("4197", sql`o.id`)} AS "nonVu",
      ${virementsDe("avance", sauf)}, ${colonnesDues(beneficiaire, instant)}
    FROM ${avancesRendues} s JOIN ${dossiers} o ON o.id = s."DossierId" JOIN ${appartements} b ON b.id = o."AppartementId"
    ${coordonneesDues(beneficiaire, instant)}
    WHERE ${avanceTenue} AND ${lesquelles} ORDER BY s.id`);
};

export const avanceDue = ({
  titulaires: noms,
  defunts,
  adresse,
  etage,
  codePostal,
  ville,
  ...avance
}: AvanceLue): AvanceDue => ({
  ...avance,
  ...{ genre: "avance", horsDepot: 0, noteeLe: null },
  logement: `${nomAppartement({ adresse, etage })}, ${codePostal} ${ville}`,
  nom: titulaires(JSON.parse(noms)).map(nomComplet).join(" et "),
  defunts: defuntsLus(defunts),
  coordonnees: coordonneesLuesDe(avance),
});

/** True when the agency is to pay the bill `i`: it is unpaid and approved for payment. */
export const bonneAPayer = sql`(i.nature = 'depense' AND i."payePar" = 'agence' AND NOT i.regle AND i."bonAPayerLe" IS NOT NULL)`;

/** True when the bill `i` is among these, or is another part of the same expense of a building. */
export const avecLeursAutresParts = (ids: SQL) => sql`(i.id IN ${ids} OR i."DepenseImmeubleId" IN (
  SELECT part."DepenseImmeubleId" FROM ${intendances} part WHERE part.id IN ${ids}))`;

/**
 * True when the supplier of the bill `i` has bank details, in use or waiting. A supplier without them is paid
 * elsewhere.
 */
export const fournisseurConnu = sql`EXISTS (SELECT 1 FROM ${coordonneesBancaires} sien
  WHERE sien."FournisseurId" = i."FournisseurId" AND sien.etat <> 'refuse')`;

interface DepenseLue
  extends Omit<DepenseDue, "depense" | "mandat" | "nonVus" | "coordonnees">,
    CoordonneesDues {
  AppartementId: number;
  version: number;
  accordLe: Jour | null;
  bonAPayerLe: Jour | null;
  natureFiscale: NatureFiscale | null;
}

/**
 * Reads bills to pay, with the data that decide whether each may be paid, except the funds of their mandates, which
 * {@link lireMandats} reads.
 * @param lesquelles a condition on `i`, the expenses
 * @param sauf the batch under control: its own transfers do not count as payments
 */
const lireDepensesDues = (
  db: Db,
  lesquelles: SQL,
  { now, sauf = null }: { now: Date; sauf?: number | null },
) => {
  const instant = now.toISOString();
  const beneficiaire = duFournisseur(sql`i."FournisseurId"`);
  return db.all<DepenseLue>(sql`
    SELECT i.id AS "IntendanceId", i."DepenseImmeubleId", i."AppartementId", i.version, f.id AS "FournisseurId", f.nom, coalesce(i.intitule, '') AS intitule,
      i."numFacture", i.montant, i."accordLe", i."bonAPayerLe", i."natureFiscale",
      (SELECT coalesce(sum(v.montant), 0) FROM ${virements} v JOIN ${reversements} r ON r.id = v."ReversementId"
        JOIN ${intendances} autre ON autre.id = v."IntendanceId"
        WHERE v.etat = 'emis' AND r.etat = 'a_valider' AND r.id <> ${sauf ?? 0}
          AND ${mandatDe(sql`autre."AppartementId"`)} = ${mandatDe(sql`i."AppartementId"`)}) AS retenu,
      ${virementsDe("fournisseur", sauf)}, ${colonnesDues(beneficiaire, instant)}
    FROM ${intendances} i JOIN ${fournisseurs} f ON f.id = i."FournisseurId" ${coordonneesDues(beneficiaire, instant)}
    WHERE ${bonneAPayer} AND i.montant > 0 AND ${lesquelles} ORDER BY f.nom, i.id`);
};

/** Bills to pay as they were read, with the condition that nothing changed since. */
export interface DepensesLues {
  factures: readonly DepenseLue[];
  mandats: ReadonlyMap<number, MandatDeDepense>;
  /** True while the bills, the accounts of their mandates and the other transfers are as they were read. */
  inchangees: SQL;
}

/** Reads the bills to pay under a condition, with the funds of their mandates: {@link lireDepensesDues}. */
export async function lireDepensesAPayer(
  { db, now, today }: Pick<Contexte, "db" | "now" | "today">,
  { lesquelles, sauf = null }: { lesquelles: SQL; sauf?: number | null },
): Promise<DepensesLues> {
  const { factures, dernier } = await db.read({
    factures: lireDepensesDues(db, lesquelles, { now, sauf }),
    dernier: db.all<{ id: number }>(sql`SELECT ${dernierVirement} AS id`),
  });
  if (factures.length === 0) return { factures, mandats: new Map(), inchangees: sql`true` };
  const mandats = await lireMandats(
    db,
    factures.map(({ AppartementId }) => AppartementId),
    today,
  );
  const versions = factures.map(({ IntendanceId: id, version }) => ({ id, version }));
  return {
    factures,
    mandats: mandats.de,
    inchangees: sql`(${memesDepenses(versions)} AND ${memesMandats(mandats.lus, today)}
      AND ${dernierVirement} = ${dernier[0]?.id ?? 0})`,
  };
}

const dernierVirement = sql`(SELECT coalesce(max(id), 0) FROM ${virements})`;

/** Bills, as the control of a batch takes them. */
export const depensesDues = (
  { factures, mandats }: DepensesLues,
  nonVus: readonly EncaissementNonVu[],
): DepenseDue[] =>
  factures.flatMap((facture) => {
    const mandat = mandats.get(facture.AppartementId);
    if (!mandat) return [];
    const { accordLe, bonAPayerLe, natureFiscale, FournisseurId, montant } = facture;
    return {
      ...facture,
      depense: {
        ...({ nature: "depense", payePar: "agence", regle: false } as const),
        ...{ accordLe, bonAPayerLe, natureFiscale, FournisseurId, montant: enEuros(montant) },
      },
      mandat,
      nonVus: nonVus.filter(({ genre, de }) => genre === "4670" && de === mandat.mandat),
      coordonnees: coordonneesLuesDe(facture),
    };
  });

/**
 * The money held, and the money owed to others, as one row ({@link FondsDetenus}), without the sums that the bank has
 * not shown.
 */
export const fondsDetenus = (CompteBancaireId: number | SQL): SQL => sql`
  SELECT coalesce(sum(iif(genre = '512G' AND de = ${CompteBancaireId}, solde - "nonVu", 0)), 0) AS compte,
    coalesce(sum(iif(genre IN ('512G', '531G'), solde - "nonVu", 0)), 0) AS detenu,
    coalesce(sum(iif(genre IN ('512G', '531G'), 0, max(0, solde - "nonVu"))), 0) AS du
  FROM (SELECT iif(genre = '4672', '4670', genre) AS genre, de, sum(iif(genre IN ('512G', '531G'), solde, max(0, -solde))) AS solde,
      sum("nonVu") AS "nonVu"
    FROM (SELECT genre, de, sum(debit - credit) AS solde, 0 AS "nonVu" FROM ${lignes}
        WHERE genre IN ('531G', '4670', '4672', '165', '4191', '4197', '401', '4710') GROUP BY genre, de
      UNION ALL SELECT '512G', de, solde, 0 FROM ${soldesDeLaBanque}
      UNION ALL SELECT genre, de, 0, montant FROM ${placesNonVues}) GROUP BY 1, 2)`;

export const lireFonds = (db: Db, CompteBancaireId: number) =>
  db.all<FondsDetenus>(fondsDetenus(CompteBancaireId));

/** A bank account that pays, of the funds of others or of the agency. */
export interface CompteQuiPaie {
  id: number;
  usage: "gerance" | "agence";
}

/**
 * The money that an account may pay with. The agency's own book has one bank (512A): it pays back no more than it
 * received there, and owes nobody else.
 */
export const fondsDe = ({ id, usage }: CompteQuiPaie): SQL =>
  usage === "gerance"
    ? fondsDetenus(id)
    : sql`SELECT coalesce(sum(debit - credit), 0) AS compte, 0 AS detenu, 0 AS du FROM ${lignes} WHERE genre = '512A'`;

export const lireFondsDuCompte = (db: Db, compte: CompteQuiPaie) =>
  db.all<FondsDetenus>(fondsDe(compte));

/** The fees taken from each mandate and not transferred yet; cents, below zero where more was given back. */
export const lireHonoraires = (db: Db) =>
  db.all<{ mandat: number; montant: number }>(sql`
    SELECT mandat, sum(credit - debit) AS montant FROM ${lignes} WHERE genre = '4680' AND mandat IS NOT NULL
    GROUP BY mandat HAVING sum(credit - debit) <> 0 ORDER BY mandat`);

/** The identifier of the last line of the account of fees. While it is the same, no fee moved. */
export const dernierHonoraire = sql`(SELECT coalesce(max(id), 0) FROM ${lignes} WHERE genre = '4680')`;

/** The fees that batches not valid yet already transfer; cents. */
export const honorairesEnAttente = sql`(SELECT coalesce(sum(v.montant), 0) FROM ${virements} v
  JOIN ${reversements} r ON r.id = v."ReversementId"
  WHERE v."CompteBancaireId" IS NOT NULL AND v.etat = 'emis' AND r.etat = 'a_valider')`;

const UN_JOUR = 86_400_000;

/**
 * The cents that an administrator sent alone in the last 24 hours: in batches that he made and validated himself, not
 * cancelled.
 */
export const partiSeul = (
  UserId: number,
  now: Date,
) => sql`(SELECT coalesce(sum(v.montant), 0) FROM ${virements} v
  JOIN ${reversements} r ON r.id = v."ReversementId"
  WHERE r."UserId" = ${UserId} AND r."validePar" = r."user" AND r.etat <> 'annule'
    AND r."valideLe" > ${new Date(now.getTime() - UN_JOUR).toISOString()})`;
