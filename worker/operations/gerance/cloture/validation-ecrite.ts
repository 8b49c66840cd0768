import { sql } from "drizzle-orm";
import type { Agence } from "#domain/agence/agence.ts";
import { dernierJour, type Jour, type Mois, moisEnLettres } from "#domain/dates.ts";
import type { CompteEtabli } from "#domain/gerance/cloture/compte-rendu-etabli.ts";
import { type DonneesDuCompte, somme } from "#domain/gerance/cloture/donnees-du-compte.ts";
import { contenuFacture } from "#domain/gerance/cloture/facturation.ts";
import type { HonoraireEtabli } from "#domain/gerance/cloture/honoraires-du-compte.ts";
import {
  laisseesOuvertes,
  type RegimeTva,
  regimeTva,
  tvaExigible,
  tvaSurDebits,
} from "#domain/gerance/cloture/tva-des-honoraires.ts";
import { extourne } from "#domain/gerance/livres/ecritures.ts";
import {
  type HonorairesAuTaux,
  honorairesFactures,
  honorairesPreleves,
  tvaDesHonoraires,
} from "#domain/gerance/livres/ecritures-honoraires.ts";
import { reversementDecide } from "#domain/gerance/livres/ecritures-mandats.ts";
import type { MandatAFacturer } from "#domain/signature/retractation.ts";
import type { Statements } from "#worker/db/client.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { ecritures } from "#worker/db/schema/gerance.ts";
import {
  comptesRendus,
  comptesRendusLignes,
  partsCompteRendu,
} from "#worker/db/schema/mandants.ts";
import { provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { type EcritureAPoster, poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { cloreSiToutEstRendu } from "./clotures.ts";
import { type FactureAFaire, facturer, sansRetractation } from "./factures-honoraires.ts";
import { prendreFrais } from "./frais-demandes.ts";
import { lignesNonRendues } from "./requetes-compte-rendu.ts";

export interface Entete extends MandatAFacturer {
  id: number;
  MissionId: number;
  mois: Mois;
  etat: "brouillon" | "valide";
  /** The version of the account's mandate, read before the data of the account. */
  version: number;
  /**
   * `avant`: the month of the mandate's first draft before this account. `apres`: the month of the mandate's last
   * valid account after this one. Null: none.
   */
  avant: Mois | null;
  apres: Mois | null;
}

export interface Etabli {
  entete: Entete;
  donnees: DonneesDuCompte;
  compte: CompteEtabli;
}

/**
 * True while the mandates of these accounts have the versions that were read. A validated account makes a new version
 * of its mandate.
 */
export function inchanges(etablis: readonly Etabli[]) {
  const versions = etablis.map(({ entete: { MissionId, version } }) => ({ MissionId, version }));
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(versions)}) lue
    LEFT JOIN "Mission" m ON m.id = lue.value ->> 'MissionId'
    WHERE m."versionDuCompte" IS NOT lue.value ->> 'version')`;
}

interface Passation {
  date: Jour;
  regime: RegimeTva;
}

const cleDe = (id: number, quoi: string): string => `compte-rendu ${id} ${quoi}`;

/** The fees of an invoice or of a credit note by kind, rate of VAT and regime, as amounts above zero; cents. */
const parTaux = (lignes: readonly HonoraireEtabli[], regime: RegimeTva): HonorairesAuTaux[] =>
  [
    ...Map.groupBy(
      lignes,
      ({ genre, tauxTva, debits }) => `${genre} ${tauxTva} ${debits}`,
    ).values(),
  ].map((lignesAuTaux) => ({
    genre: lignesAuTaux[0]?.genre ?? "autres",
    tauxTva: lignesAuTaux[0]?.tauxTva ?? 0,
    debits: tvaSurDebits(lignesAuTaux[0] ?? { debits: null }, regime),
    ht: Math.abs(somme(lignesAuTaux, ({ ht }) => ht)),
    tva: Math.abs(somme(lignesAuTaux, ({ tva }) => tva)),
  }));

/** The entries by which an account invoices its fees, in the agency's own book. */
const ecrituresDeFacture = (etabli: Etabli, { date, regime }: Passation): EcritureAPoster[] => {
  const { entete, compte } = etabli;
  const { id, MissionId, mois } = entete;
  return compte.factures.map(({ serie, lignes }) => {
    const facturee = honorairesFactures({ mandat: MissionId }, parTaux(lignes, regime));
    return {
      ...(serie === "AV" ? extourne(facturee) : facturee),
      date,
      libelle: libelleDesHonoraires(serie, mois),
      facture: { CompteRenduId: id, serie },
      cle: cleDe(id, `${serie} H`),
    };
  });
};

/** The entry by which the VAT of the fees that an account takes, or gives back, becomes due. */
function ecrituresDeTva(etabli: Etabli, { date, regime }: Passation): EcritureAPoster[] {
  const { entete, compte, donnees } = etabli;
  const { id, MissionId, mois } = entete;
  const { tva: enAttente, ouvertes } = donnees.dettesHonoraires;
  const faites = compte.factures.map(({ ttc, lignes }) => ({
    prelevee: compte.modeFonds === "agence",
    ttc,
    reste: ttc,
    tva: lignes.filter((ligne) => !tvaSurDebits(ligne, regime)),
  }));
  const toutes = [...ouvertes, ...faites];
  const tva = tvaExigible(
    { enAttente: [...enAttente, ...faites.flatMap(({ tva: neuve }) => neuve)], ouvertes: toutes },
    laisseesOuvertes(toutes, compte.honorairesDus),
  );
  if (tva.length === 0) return [];
  return [
    {
      ...tvaDesHonoraires({ mandat: MissionId }, tva),
      date,
      libelle: `TVA des honoraires pris, ${moisEnLettres(mois)}`,
      piece: compte.contenu.numero,
      cle: cleDe(id, "TVA"),
    },
  ];
}

const libelleDesHonoraires = (serie: "FH" | "AV", mois: Mois): string =>
  `${serie === "AV" ? "Honoraires rendus" : "Honoraires de gestion"}, ${moisEnLettres(mois)}`;

/** The entries by which an account takes its fees and the fees due before it, or gives fees back. */
function ecrituresDePrelevement(
  { entete: { id, MissionId, mois }, compte }: Etabli,
  { date }: Passation,
): EcritureAPoster[] {
  const { avant, dus, rendus } = compte.prelevement;
  const facture = (serie: "FH" | "AV") =>
    compte.factures.some((faite) => faite.serie === serie)
      ? { facture: { CompteRenduId: id, serie } }
      : { piece: compte.contenu.numero };
  return [
    {
      ...honorairesPreleves(MissionId, avant),
      date,
      libelle: `Honoraires dus, pris en ${moisEnLettres(mois)}`,
      piece: compte.contenu.numero,
      cle: cleDe(id, "DUS G"),
    },
    {
      ...honorairesPreleves(MissionId, dus),
      date,
      libelle: libelleDesHonoraires("FH", mois),
      ...facture("FH"),
      cle: cleDe(id, "FH G"),
    },
    {
      ...extourne(honorairesPreleves(MissionId, 0 - rendus)),
      date,
      libelle: libelleDesHonoraires("AV", mois),
      ...facture("AV"),
      cle: cleDe(id, "AV G"),
    },
  ].filter(({ lignes }) => lignes.length > 0);
}

/** The entries of the closing of an account: its fees in both books, and the owners' sums. */
function ecrituresDe(etabli: Etabli, passation: Passation): EcritureAPoster[] {
  const { date } = passation;
  const {
    entete: { id, MissionId, mois },
    compte: { reversement, contenu },
  } = etabli;
  const honoraires = [
    ...ecrituresDePrelevement(etabli, passation),
    ...ecrituresDeFacture(etabli, passation),
    ...ecrituresDeTva(etabli, passation),
  ];
  if (reversement === 0) return honoraires;
  return [
    ...honoraires,
    {
      ...reversementDecide(MissionId, reversement),
      date,
      libelle: `À reverser, ${moisEnLettres(mois)}`,
      piece: contenu.numero,
      cle: cleDe(id, "REV"),
    },
  ];
}

/**
 * The SQL statements that make these accounts valid; no two are of one mandate (cloture/README §12.17). The same
 * write must check the condition {@link inchanges}.
 */
export function ecrireComptes(
  { db, user, today, now }: Pick<Contexte, "db" | "now" | "today" | "user">,
  etablis: readonly Etabli[],
  agence: Agence,
): Statements {
  const factures = etablis.flatMap(({ entete: { id, MissionId }, donnees, compte }) =>
    compte.factures.map(
      (facture): FactureAFaire => ({
        serie: facture.serie,
        MissionId,
        CompteRenduId: id,
        ht: facture.ht,
        tva: facture.tva,
        ttc: facture.ttc,
        contenu: contenuFacture(donnees, compte, facture, { agence, date: today }),
      }),
    ),
  );
  const comptes = etablis.map(({ entete: { id, MissionId, mois }, compte }) => ({
    id,
    MissionId,
    mois,
    du: compte.contenu.du,
    au: compte.contenu.au,
    solde: compte.solde,
    encaissements: compte.encaissements,
    depenses: compte.depenses,
    honorairesTTC: compte.honorairesTTC,
    provision: compte.provision,
    reversement: compte.reversement,
    contenu: compte.contenu,
    parts: (compte.parts ?? []).filter(({ num, montant }) => num > 0 || montant > 0),
  }));
  const json = JSON.stringify(comptes);
  const mois = comptes[0]?.mois;
  const ids = JSON.stringify(comptes.map(({ id }) => id));
  const aRendre = JSON.stringify(comptes.map(({ id, MissionId, au }) => ({ id, MissionId, au })));
  const postees = poster(
    db,
    etablis.flatMap((etabli) =>
      ecrituresDe(etabli, { date: today, regime: regimeTva(agence, today) }),
    ),
    { today, user },
  );
  return {
    delai: provided(db, sansRetractation(factures, today)),
    traces: trace(db, {
      entite: "CompteRendu",
      entiteId: sql`(SELECT value FROM json_each(${ids}))`,
      etat: "Validé",
      user,
    }),
    valides: db.run(sql`
      UPDATE ${comptesRendus} SET etat = 'valide', du = v.value ->> 'du', au = v.value ->> 'au', "clotureLe" = ${today},
        solde = v.value ->> 'solde', encaissements = v.value ->> 'encaissements', depenses = v.value ->> 'depenses',
        "honorairesTTC" = v.value ->> 'honorairesTTC', provision = v.value ->> 'provision',
        reversement = v.value ->> 'reversement', contenu = v.value ->> 'contenu', "validePar" = ${user},
        "valideLe" = ${now.toISOString()}, "updatedAt" = ${MAINTENANT},
        "derniereEcritureId" = (SELECT max(id) FROM ${ecritures})
      FROM json_each(${json}) v WHERE ${comptesRendus.id} = v.value ->> 'id'`),
    parts: db.run(sql`
      INSERT INTO ${partsCompteRendu} ("CompteRenduId", "ClientId", rang, num, den, montant)
      SELECT v.value ->> 'id', p.value ->> 'ClientId', p.key, p.value ->> 'num', p.value ->> 'den', p.value ->> 'montant'
      FROM json_each(${json}) v, json_each(v.value, '$.parts') p ORDER BY v.key, p.key`),
    frais: prendreFrais(db, json),
    factures: facturer(db, factures, { date: today, user }),
    rendues: db.run(sql`
      INSERT INTO ${comptesRendusLignes} ("LigneId", "CompteRenduId")
      SELECT l.id, d.value ->> 'id' FROM ${lignesNonRendues(aRendre)} ORDER BY l.id`),
    lignesDesComptes: postees.lignesPostees,
    ecrituresDesComptes: postees.ecrituresPostees,
    lignesPropres: db.run(sql`
      INSERT INTO ${comptesRendusLignes} ("LigneId", "CompteRenduId")
      SELECT l.id, k.value FROM json_each(${ids}) k
      JOIN "Ecriture" e ON e.cle IN ('compte-rendu ' || k.value || ' DUS G', 'compte-rendu ' || k.value || ' FH G',
        'compte-rendu ' || k.value || ' AV G', 'compte-rendu ' || k.value || ' REV')
      JOIN "Ligne" l ON l."EcritureId" = e.id AND l.genre = '4670' ORDER BY l.id`),
    ...(mois && dernierJour(mois) <= today ? cloreSiToutEstRendu(db, mois) : {}),
  };
}
