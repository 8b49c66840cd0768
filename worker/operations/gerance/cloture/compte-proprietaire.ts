import { eq, type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { Jour } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import {
  type AvancementDuVirement,
  type CompteDuProprietaire,
  etatDeLaPart,
  type FactureAuProprietaire,
  type Quotite,
  RENDUS_MONTRES,
  type RenduAuProprietaire,
  soldeDuProprietaire,
  type VirementAuProprietaire,
} from "#domain/gerance/cloture/compte-proprietaire.ts";
import { honorairesAnterieurs } from "#domain/gerance/cloture/compte-rendu-etabli.ts";
import { repartirSigne } from "#domain/gerance/livres/repartition.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { partsDuFait } from "#domain/gerance/mandats/parts.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Db, Results } from "#worker/db/client.ts";
import { numeroInscrit } from "#worker/db/conditions.ts";
import { jourDuFait, origineDe, reversementTenu } from "#worker/db/conditions-comptes.ts";
import { conditionsMandat, ecritures, lignes, lignesReleve } from "#worker/db/schema/gerance.ts";
import {
  comptesRendus,
  comptesRendusLignes,
  coordonneesBancaires,
  facturesHonoraires,
  partsCompteRendu,
  partsMandat,
  reversements,
  virements,
} from "#worker/db/schema/mandants.ts";
import { missionAppartements, missionClients, missions } from "#worker/db/schema/missions.ts";
import { appartements, clients } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { fondsDe } from "#worker/operations/gerance/livres/fonds.ts";
import { accordLu, requeteDesAccords } from "#worker/operations/gerance/revisions/accords.ts";
import { facturesOuvertes, honorairesAPrendre } from "./dettes-honoraires.ts";
import { laissesDe } from "./donnees-compte-rendu.ts";

/** The management mandates of an owner: he is a principal of each, or has or had a share of it. */
const mandatsDuClient = (ClientId: number): SQL => sql`(
  SELECT m.id FROM ${missions} m WHERE m.type = 'gestion' AND m.id IN (
    SELECT "MissionId" FROM ${missionClients} WHERE "ClientId" = ${ClientId}
    UNION SELECT c."MissionId" FROM ${partsMandat} p
      JOIN ${conditionsMandat} c ON c.id = p."ConditionsMandatId" WHERE p."ClientId" = ${ClientId}
    UNION SELECT r."MissionId" FROM ${partsCompteRendu} p
      JOIN ${comptesRendus} r ON r.id = p."CompteRenduId" WHERE p."ClientId" = ${ClientId}))`;

/** The line of a proven bank statement that shows the transfer `v`. */
const vuEnBanque = sql`LEFT JOIN ${lignesReleve} vue ON vue.id = v."LigneReleveId" AND vue.prouvee`;

/**
 * The transfer `v` that paid the part `p`, or is to pay it, with its batch `b` and the bank line `vue` that shows it.
 */
const paiement = sql`LEFT JOIN ${virements} v ON v."CompteRenduPartId" = p.id AND v.etat = 'emis'
  LEFT JOIN ${reversements} b ON b.id = v."ReversementId" AND b.etat <> 'annule'
  ${vuEnBanque}`;

type GenreLu = "4670" | "411H" | "4680";

/** The share of an owner under some terms of a mandate; the latest terms come first. */
interface QuotiteLue extends Quotite {
  MissionId: number;
  conditions: number;
  depuis: Jour;
}

/**
 * `aPrendre`: the fees still to be taken from the funds of a mandate, in cents. `laisses`: the fees that its last
 * valid account, up to the day `au`, left due, as the JSON of that account.
 */
interface LaissesLus {
  MissionId: number;
  aPrendre: number;
  laisses: string | null;
  au: Jour | null;
}

/**
 * An invoice or a credit note that owners settle themselves: `reste`, the cents left to pay; `faits`, its fees by
 * day, as JSON `[day, euros][]`; `jour`, its own day, or the day of the invoice that it corrects.
 */
interface FactureDue {
  MissionId: number;
  reste: number;
  jour: Jour;
  faits: string;
}

/**
 * The movements of a mandate's account that no valid account shows yet, by the day on which they took place; cents.
 */
interface MouvementLu {
  MissionId: number;
  jour: Jour;
  montant: number;
}

interface ALire {
  ClientId: number;
  today: Jour;
}

/** The queries whose rows {@link compteDuProprietaireLu} turns into the account of an owner. */
export const requetesDuProprietaire = (db: Db, { ClientId, today }: ALire) => ({
  client: db
    .select({
      id: clients.id,
      titre: clients.titre,
      qualite: clients.qualite,
      nom: clients.nom,
      prenom: clients.prenom,
    })
    .from(clients)
    .where(eq(clients.id, ClientId)),
  mandats: db.all<{
    MissionId: number;
    numero: string | null;
    modeFonds: ModeFonds;
    conditions: number | null;
  }>(sql`
    SELECT m.id AS "MissionId", ${numeroInscrit} AS numero, ${fondsDe(sql`m.id`, today)} AS "modeFonds",
      (SELECT c.id FROM ${conditionsMandat} c WHERE c."MissionId" = m.id AND c.depuis <= ${today}
        ORDER BY c.depuis DESC, c.id DESC LIMIT 1) AS conditions
    FROM ${missions} m WHERE m.id IN ${mandatsDuClient(ClientId)} ORDER BY m.id`),
  lots: db.all<{ MissionId: number; adresse: string; etage: string | null }>(sql`
    SELECT l."MissionId", a.adresse, a.etage FROM ${missionAppartements} l
    JOIN ${appartements} a ON a.id = l."AppartementId"
    WHERE l."MissionId" IN ${mandatsDuClient(ClientId)} ORDER BY a.id`),
  commanditaires: db.all<{ MissionId: number; ClientId: number }>(sql`
    SELECT "MissionId", "ClientId" FROM ${missionClients} WHERE "MissionId" IN ${mandatsDuClient(ClientId)}`),
  quotites: db.all<QuotiteLue>(sql`
    SELECT c."MissionId", c.depuis, p."ConditionsMandatId" AS conditions, p."ClientId", p.num, p.den FROM ${partsMandat} p
    JOIN ${conditionsMandat} c ON c.id = p."ConditionsMandatId"
    WHERE c."MissionId" IN ${mandatsDuClient(ClientId)} ORDER BY c.depuis DESC, c.id DESC, p.rang, p.id`),
  mouvements: db.all<MouvementLu>(sql`
    SELECT l.mandat AS "MissionId", coalesce((SELECT ${jourDuFait(sql`o`)} FROM ${ecritures} o WHERE o.id = ${origineDe(sql`e`)}), ${jourDuFait(sql`e`)}) AS jour,
      sum(l.credit - l.debit) AS montant FROM ${lignes} l CROSS JOIN ${ecritures} e ON e.id = l."EcritureId"
    WHERE l.genre = '4670' AND l.mandat IN ${mandatsDuClient(ClientId)}
      AND NOT EXISTS (SELECT 1 FROM ${comptesRendusLignes} dite WHERE dite."LigneId" = l.id) GROUP BY 1, 2 ORDER BY 1, 2`),
  soldes: db.all<{ MissionId: number; genre: GenreLu; solde: number }>(sql`
    SELECT mandat AS "MissionId", genre, sum(credit - debit) AS solde FROM ${lignes}
    WHERE genre IN ('4670', '411H', '4680') AND mandat IN ${mandatsDuClient(ClientId)} GROUP BY 1, 2`),
  honorairesLaisses: db.all<LaissesLus>(sql`
    SELECT m.id AS "MissionId", ${honorairesAPrendre(sql`m.id`)} AS "aPrendre", c.contenu -> '$.honorairesLaisses' AS laisses, c.au
    FROM ${missions} m LEFT JOIN ${comptesRendus} c ON c.id = (SELECT dernier.id FROM ${comptesRendus} dernier
      WHERE dernier.etat = 'valide' AND dernier."MissionId" = m.id ORDER BY dernier.mois DESC LIMIT 1)
    WHERE m.id IN ${mandatsDuClient(ClientId)}`),
  facturesDues: db.all<FactureDue>(sql`
    SELECT m.id AS "MissionId", due.value ->> 'reste' AS reste, coalesce(corrigee.date, f.date) AS jour,
      (SELECT json_group_array(json_array(fait.value ->> 'jour', abs(fait.value ->> 'ttc'))) FROM ${comptesRendus} c,
        json_each(c.contenu, '$.detailHonoraires') h, json_each(h.value, '$.faits') fait
        WHERE c.id = f."CompteRenduId" AND (h.value ->> 'ttc' < 0) = (f.serie = 'AV')) AS faits
    FROM ${missions} m JOIN json_each(${facturesOuvertes(sql`m.id`)}) due
    JOIN ${facturesHonoraires} f ON f.id = due.value ->> 'id' AND NOT due.value ->> 'prelevee'
    LEFT JOIN ${facturesHonoraires} corrigee ON corrigee.id = f."CorrigeId" WHERE m.id IN ${mandatsDuClient(ClientId)}`),
  gardes: db.all<{ MissionId: number; ClientId: number; garde: number | null }>(sql`
    SELECT c."MissionId", p.value ->> 'ClientId' AS "ClientId", p.value ->> 'garde' AS garde
    FROM ${comptesRendus} c, json_each(c.contenu, '$.mandants') p
    WHERE c.etat = 'valide' AND c."MissionId" IN ${mandatsDuClient(ClientId)} AND c.mois = (
      SELECT max(mois) FROM ${comptesRendus} dernier WHERE dernier.etat = 'valide' AND dernier."MissionId" = c."MissionId")`),
  annees: db.all<{ MissionId: number; annee: string }>(sql`
    SELECT DISTINCT "MissionId", substr(mois, 1, 4) AS annee FROM ${comptesRendus}
    WHERE etat = 'valide' AND "MissionId" IN ${mandatsDuClient(ClientId)} ORDER BY 2 DESC`),
  restes: db.all<{ aReverser: number; enCours: number }>(sql`
    SELECT coalesce(sum(p.montant) FILTER (WHERE b.id IS NULL OR b.etat = 'a_valider'), 0) AS "aReverser",
      coalesce(sum(p.montant) FILTER (WHERE b.etat IN ('valide', 'telecharge') AND vue.id IS NULL), 0) AS "enCours"
    FROM ${partsCompteRendu} p JOIN ${comptesRendus} c ON c.id = p."CompteRenduId" AND ${reversementTenu} ${paiement}
    WHERE p."ClientId" = ${ClientId}`),
  comptesRendus: db.all<Omit<RenduAuProprietaire, "etat"> & AvancementDuVirement>(sql`
    SELECT r.id, r."MissionId", r.contenu ->> 'numero' AS numero, r.contenu ->> '$.mandat.nom' AS mandat,
      r.mois, r.du, r.au, r."valideLe", r.encaissements, r.reversement, p.montant, b.etat AS lot,
      vue.date AS "vuLe", coalesce(vue.date, b."dateExecution") AS "reverseLe"
    FROM ${partsCompteRendu} p JOIN ${comptesRendus} r ON r.id = p."CompteRenduId" ${paiement}
    WHERE p."ClientId" = ${ClientId} ORDER BY r.mois DESC, r.id DESC LIMIT ${RENDUS_MONTRES}`),
  virements: db.all<Omit<VirementAuProprietaire, "avancement"> & AvancementDuVirement>(sql`
    SELECT v.id, coalesce(vue.date, b."dateExecution") AS date, b.etat AS lot, vue.date AS "vuLe", v.montant, v.reference, v.libelle, i.iban, v.etat, p."CompteRenduId"
    FROM ${virements} v JOIN ${partsCompteRendu} p ON p.id = v."CompteRenduPartId"
    JOIN ${reversements} b ON b.id = v."ReversementId" AND b.etat IN ('valide', 'telecharge')
    ${vuEnBanque} LEFT JOIN ${coordonneesBancaires} i ON i.id = v."CoordonneesBancairesId"
    WHERE p."ClientId" = ${ClientId} AND v.etat <> 'annule'
    ORDER BY 2 DESC, v.id DESC LIMIT ${RENDUS_MONTRES}`),
  factures: db.all<FactureAuProprietaire>(sql`
    SELECT f.id, f."MissionId", f.numero, f.date, f.contenu ->> 'mandat' AS mandat, f.ht, f.tva, f.ttc
    FROM ${facturesHonoraires} f WHERE f."CompteRenduId" IN (
      SELECT p."CompteRenduId" FROM ${partsCompteRendu} p WHERE p."ClientId" = ${ClientId})
    ORDER BY f.date DESC, f.id DESC LIMIT ${RENDUS_MONTRES}`),
  accords: requeteDesAccords(db, { ClientId, today }),
});

/**
 * The account of an owner, from the rows of its queries: the sums owed to him today, and his accounts, transfers and
 * invoices (cloture/README §12.17, reversements/README §12.18); euros.
 * @throws NotFound when there is no such owner
 */
export function compteDuProprietaireLu(
  ClientId: number,
  faits: Results<ReturnType<typeof requetesDuProprietaire>>,
): CompteDuProprietaire {
  const [client] = faits.client;
  if (!client) throw new NotFound();
  const mandats = faits.mandats.map(({ conditions, ...mandat }) => {
    const de = <Row extends { MissionId: number }>(tous: readonly Row[]) =>
      tous.filter(({ MissionId }) => MissionId === mandat.MissionId);
    const solde = (genre: GenreLu) =>
      de(faits.soldes).find((solde) => solde.genre === genre)?.solde ?? 0;
    const quotites = faits.quotites.filter((quotite) => quotite.conditions === conditions);
    const commanditaires = de(faits.commanditaires);
    const termes = {
      quotites: de(faits.quotites),
      mandants: commanditaires.map((mandant) => mandant.ClientId),
    };
    return {
      ...mandat,
      lots: de(faits.lots).map(nomAppartement),
      annees: de(faits.annees).map(({ annee }) => annee),
      solde: solde("4670"),
      honoraires: 0 - solde("411H") - solde("4680"),
      garde: gardeDe(ClientId, de(faits.gardes)),
      mouvements: partagerParFait(de(faits.mouvements), termes),
      honorairesParFait: partagerParFait(
        [
          ...de(faits.honorairesLaisses).flatMap(laissesParJour),
          ...de(faits.facturesDues).flatMap(factureParJour),
        ],
        termes,
      ),
      quotites:
        quotites.length === 0 && commanditaires.length === 1
          ? commanditaires.map((seul) => ({ ClientId: seul.ClientId, num: 1, den: 1 }))
          : quotites,
    };
  });
  return {
    ClientId: client.id,
    nom: nomComplet(client),
    ...soldeDuProprietaire(ClientId, mandats, faits.restes[0]?.aReverser ?? 0),
    enCours: enEuros(faits.restes[0]?.enCours ?? 0),
    accords: faits.accords.map(accordLu),
    comptesRendus: faits.comptesRendus.map(({ lot, vuLe, ...rendu }) => ({
      ...rendu,
      encaissements: enEuros(rendu.encaissements),
      reversement: enEuros(rendu.reversement),
      montant: enEuros(rendu.montant),
      etat: etatDeLaPart(rendu.montant, { lot, vuLe }),
    })),
    virements: faits.virements.map(({ lot, vuLe, ...virement }) => ({
      ...virement,
      montant: enEuros(virement.montant),
      avancement: virement.etat === "emis" ? etatDeLaPart(virement.montant, { lot, vuLe }) : null,
    })),
    factures: faits.factures.map((facture) => ({
      ...facture,
      ht: enEuros(facture.ht),
      tva: enEuros(facture.tva),
      ttc: enEuros(facture.ttc),
    })),
  };
}

/**
 * The cents that the last valid account of a mandate kept back from this owner, and from all owners; null when
 * unknown.
 */
function gardeDe(ClientId: number, gardes: readonly { ClientId: number; garde: number | null }[]) {
  if (gardes.length === 0 || gardes.some(({ garde }) => garde === null)) return null;
  const de = (lesquelles: typeof gardes) =>
    lesquelles.reduce((total, { garde }) => total + enCentimes(garde ?? 0), 0);
  return { sienne: de(gardes.filter((part) => part.ClientId === ClientId)), toutes: de(gardes) };
}

type DuJour = Pick<MouvementLu, "jour" | "montant">;

/** The fees still to be taken from the funds of a mandate, by the day of the sums on which they are charged; cents. */
function laissesParJour({ aPrendre, laisses, au }: LaissesLus): DuJour[] {
  const precedent = { au, honorairesLaisses: laissesDe(laisses) };
  return honorairesAnterieurs({ honorairesDus: aPrendre, precedent, au: au ?? "" });
}

/** The sum left to pay of an invoice, split by the day of the sums on which its fees are charged; cents. */
function factureParJour({ reste, jour, faits }: FactureDue): DuJour[] {
  const parJour = JSON.parse(faits) as [jour: Jour, ttc: number][];
  const dits: typeof parJour = parJour.length > 0 ? parJour : [[jour, 1]];
  const montants = repartirSigne(
    reste,
    dits.map(([, ttc]) => enCentimes(ttc)),
  );
  return dits.map(([duFait], rang) => ({ jour: duFait, montant: montants[rang] ?? 0 }));
}

/**
 * Adds up the sums of the days on which the owners had the same shares, each total with these shares. Sums of days
 * without shares are left out. Cents.
 */
function partagerParFait(
  mouvements: readonly DuJour[],
  { quotites, mandants }: { quotites: readonly QuotiteLue[]; mandants: readonly number[] },
) {
  const termes = [...Map.groupBy(quotites, ({ conditions }) => conditions).values()].map(
    (parts) => ({
      depuis: parts[0]?.depuis ?? "",
      parts: parts.map(({ ClientId, num, den }) => ({ ClientId, num, den })),
    }),
  );
  const partages = mouvements.flatMap(({ jour, montant }) => {
    const parts = partsDuFait(termes, jour, mandants);
    return parts ? [{ montant, quotites: parts }] : [];
  });
  return [...Map.groupBy(partages, (partage) => JSON.stringify(partage.quotites)).values()].map(
    (memes) => ({
      montant: memes.reduce((somme, { montant }) => somme + montant, 0),
      quotites: memes[0]?.quotites ?? [],
    }),
  );
}

/** The account of an owner, as of one instant; euros. @throws NotFound when there is no such owner */
export const lireCompteDuProprietaire = async (
  { db, today }: Pick<Contexte, "db" | "today">,
  ClientId: number,
): Promise<CompteDuProprietaire> =>
  compteDuProprietaireLu(ClientId, await db.read(requetesDuProprietaire(db, { ClientId, today })));
