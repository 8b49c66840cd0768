import { type SQL, sql } from "drizzle-orm";

/** The mandate of a line, in the words of the screens: a mission, or a dwelling without one. */
export const MANDAT = sql.raw(
  `iif(mandat < 0, 'Appartement ' || -mandat, 'Mandat de la mission ' || mandat)`,
);

/** True when the entry `e` belongs to an invoice of fees, of an account or of a mission invoiced on its own. */
export const DE_FACTURE = sql.raw(
  `(e.cle >= 'compte-rendu ' AND e.cle < 'compte-rendu!' OR e.cle >= 'facture-mission ' AND e.cle < 'facture-mission!')`,
);

/**
 * An account never takes more fees than its mandate holds, in the order of writing, once the fees given back are
 * subtracted. Accounts made before fees could be left due are not checked. The fees still to take are the invoiced
 * fees, less the fees taken and the fees that owners paid.
 */
const honorairesPris = (): SQL => sql`
  WITH rendu AS (SELECT id, "MissionId", mois FROM "CompteRendu" WHERE etat = 'valide' AND contenu -> '$.honorairesPris' IS NOT NULL)
  SELECT 'Honoraires du compte rendu ' || rendu || ', ' || mois AS quoi, solde AS ecart FROM (
    SELECT r.id AS rendu, r.mois, l.id, max(l.id) OVER sien AS derniere, sum(l.credit - l.debit) OVER sien AS pris,
      sum(l.credit - l.debit) OVER (PARTITION BY l.mandat ORDER BY l.id) AS solde
    FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId"
    LEFT JOIN "CompteRenduLigne" d ON d."LigneId" = l.id AND e.journal = 'HON' LEFT JOIN rendu r ON r.id = d."CompteRenduId"
    WHERE l.genre = '4670' AND l.mandat IN (SELECT "MissionId" FROM rendu) WINDOW sien AS (PARTITION BY l.mandat, r.id))
  WHERE rendu IS NOT NULL AND id = derniere AND pris < 0 AND solde < 0
  UNION ALL
  SELECT 'Honoraires dus, ' || ${MANDAT}, sum(montant) FROM (
    SELECT mandat, debit - credit AS montant FROM "Ligne" WHERE genre IN ('411H', '4680') AND mandat IS NOT NULL
    UNION ALL SELECT l.mandat, l.debit - l.credit FROM "Ecriture" e JOIN "Ligne" l ON l."EcritureId" = e.id
      WHERE e.journal = 'HON' AND l.genre = '4670'
    UNION ALL SELECT "MissionId", iif(serie = 'AV', 1, -1) * abs(ttc) FROM "FactureHonoraires" WHERE "DossierId" IS NULL
    UNION ALL SELECT f."MissionId", r.montant FROM "ReglementHonoraires" r
      JOIN "FactureHonoraires" f ON f.id = r."FactureHonorairesId" AND f."DossierId" IS NULL WHERE r."annuleLe" IS NULL)
  GROUP BY mandat HAVING sum(montant) <> 0
  UNION ALL
  SELECT 'Honoraires dus par le locataire, dossier ' || dossier, sum(montant) FROM (
    SELECT de AS dossier, debit - credit AS montant FROM "Ligne" WHERE genre = '411L'
    UNION ALL SELECT "DossierId", iif(serie = 'AV', 1, -1) * abs(ttc) FROM "FactureHonoraires" WHERE "DossierId" IS NOT NULL
    UNION ALL SELECT f."DossierId", r.montant FROM "ReglementHonoraires" r
      JOIN "FactureHonoraires" f ON f.id = r."FactureHonorairesId" AND f."DossierId" IS NOT NULL WHERE r."annuleLe" IS NULL)
  GROUP BY dossier HAVING sum(montant) <> 0`;

/**
 * Income and VAT of fees are those of the invoices. The VAT of a mandate that is not due yet is less than what the
 * mandate still owes: there is none once the mandate owes nothing.
 */
const tvaDesHonoraires = (): SQL => sql`
  SELECT 'Hors taxe des factures d’honoraires et comptes de produits' AS quoi, ecart FROM (SELECT sum(montant) AS ecart FROM (
    SELECT iif(serie = 'AV', -1, 1) * abs(ht) AS montant FROM "FactureHonoraires"
    UNION ALL SELECT l.debit - l.credit FROM "Ecriture" e JOIN "Ligne" l ON l."EcritureId" = e.id AND l.genre LIKE '706%'
    WHERE ${DE_FACTURE})) WHERE ecart <> 0
  UNION ALL
  SELECT 'TVA des factures d’honoraires et livre des honoraires', ecart FROM (SELECT sum(montant) AS ecart FROM (
    SELECT iif(serie = 'AV', -1, 1) * abs(tva) AS montant FROM "FactureHonoraires"
    UNION ALL SELECT l.debit - l.credit FROM "Ecriture" e JOIN "Ligne" l ON l."EcritureId" = e.id AND l.genre IN ('44571', '44587')
    WHERE ${DE_FACTURE})) WHERE ecart <> 0
  UNION ALL
  SELECT 'TVA en attente, ' || qui, attente FROM (
    SELECT ${MANDAT} AS qui, sum(iif(genre = '44587', credit - debit, 0)) AS attente, sum(iif(genre = '44587', 0, debit - credit)) AS du
    FROM "Ligne" WHERE genre IN ('44587', '411H', '4680') AND mandat IS NOT NULL GROUP BY mandat
    UNION ALL SELECT 'dossier ' || e."DossierId", sum(iif(l.genre = '44587', l.credit - l.debit, 0)),
      sum(iif(l.genre = '44587', 0, l.debit - l.credit))
    FROM "Ecriture" e JOIN "Ligne" l ON l."EcritureId" = e.id AND l.genre IN ('44587', '411L')
    WHERE e.livre = 'H' AND e."DossierId" IS NOT NULL GROUP BY e."DossierId")
  WHERE attente <> 0 AND (sign(attente) <> sign(du) OR abs(attente) >= abs(du))`;

/** The years of the agency's own book follow each other: no entry of a year has a day of the next one. */
const exercices = (): SQL => sql`
  WITH annee AS (SELECT exercice, min(date) AS du, max(date) AS au FROM "Ecriture" WHERE livre = 'H' GROUP BY exercice)
  SELECT 'Exercice ' || avant.exercice || ' des honoraires, jusqu’au ' || strftime('%d/%m/%Y', avant.au) AS quoi, NULL AS ecart
  FROM annee avant JOIN annee apres ON apres.exercice > avant.exercice AND apres.du <= avant.au GROUP BY avant.exercice`;

/** Each transfer in the books that pays a credit note back leaves the agency's account and has its payment. */
const honorairesRendus = (): SQL => sql`
  SELECT 'Virement ' || v.reference AS quoi, iif(v.etat = 'emis' AND r.etat IN ('valide', 'telecharge'), v.montant, 0)
    + coalesce((SELECT sum(p.montant) FROM "ReglementHonoraires" p WHERE p."VirementId" = v.id AND p."annuleLe" IS NULL), 0) AS ecart
  FROM "Virement" v JOIN "Reversement" r ON r.id = v."ReversementId" WHERE v."FactureHonorairesId" IS NOT NULL
  GROUP BY v.id HAVING ecart <> 0
  UNION ALL
  SELECT 'Virement ' || v.reference || ', d’un compte de gérance', v.montant FROM "Virement" v
  JOIN "Reversement" r ON r.id = v."ReversementId" JOIN "CompteBancaire" c ON c.id = r."CompteBancaireId"
  WHERE (v."FactureHonorairesId" IS NOT NULL) <> (c."usage" = 'agence')`;

/** The invariants of fees and of the agency's own book (livres/README §12.4). */
export const invariantsDesHonoraires = () => [
  {
    nom: "Honoraires pris sur les mandats",
    vrai: "Aucun honoraire n’a été pris au-delà de ce que portait son mandat, et le reste est dû",
    ruptures: honorairesPris(),
  },
  {
    nom: "Produits et TVA des honoraires",
    vrai: "Les produits sont ceux des factures, et leur TVA est exigible ou attend ce que le mandat doit encore",
    ruptures: tvaDesHonoraires(),
  },
  {
    nom: "Honoraires rendus par virement",
    vrai: "Chaque avoir viré l’est du compte de l’agence, et son remboursement est dans ses livres",
    ruptures: honorairesRendus(),
  },
  {
    nom: "Exercices des honoraires",
    vrai: "Les exercices de l’agence se suivent : aucune écriture de l’un n’est d’un jour du suivant",
    ruptures: exercices(),
  },
];
