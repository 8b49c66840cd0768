import { and, eq, sql } from "drizzle-orm";
import { deStationnement } from "#domain/bail/bail.ts";
import { dossierClos } from "#domain/biens/etat-dossier.ts";
import type { CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import type { Tirage } from "#domain/biens/etiquettes-adresse.ts";
import { ajouterJours } from "#domain/dates.ts";
import { Invalid, NotFound } from "#domain/erreurs.ts";
import {
  conditionsSignees,
  enVigueurLe,
  termesChanges,
} from "#domain/gerance/mandats/conditions.ts";
import { conditionsEnMots } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { bailleursLe } from "#domain/personnes/propriete.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { appartements, cautions, dossiers } from "#worker/db/schema/schema.ts";
import type { DonneesEtatDesLieux } from "#worker/documents/bail/etat-des-lieux.ts";
import type { DonneesAvenant } from "#worker/documents/mandats/avenant-mandat.ts";
import type { DonneesOrdreMission } from "#worker/documents/mandats/ordre-mission.ts";
import type { DonneesOrdreIntendance } from "#worker/documents/mandats/ordre-mission-intendance.ts";
import { etage } from "#worker/documents/mentions.ts";
import type { DonneesEtiquette } from "#worker/documents/quittances/etiquettes-adresse.ts";
import { finsUsufruit } from "#worker/operations/biens/proprietaires.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { garderMandat } from "#worker/operations/gerance/mandats/actes-ecrits.ts";
import {
  type ConditionsDatees,
  conditionsImprimees,
  estTenu,
  lireMandat,
  type MandatLu,
  mandatImprime,
  mandatSigne,
} from "#worker/operations/gerance/mandats/mandat-lu.ts";
import { dossierDuConstat, partiesDuConstat } from "#worker/operations/terrain/cadre.ts";
import { photosImprimees } from "#worker/operations/terrain/photos-imprimees.ts";

type Appel = Pick<Contexte, "env" | "db" | "today">;

/**
 * An inventory of a dossier, with the other inventory of the dossier.
 * @throws NotFound when the dossier does not exist; a dossier without inventory gives a form to fill.
 */
export async function chargerEtatDesLieux(
  ctx: Appel,
  { DossierId, cote }: { DossierId: number; cote: CoteEtatLieux },
): Promise<DonneesEtatDesLieux> {
  const { dossier, fins, reglages } = await ctx.db.read({
    ...dossierDuConstat(ctx.db, DossierId),
    reglages: lireReglages(ctx.db),
  });
  if (!dossier) throw new NotFound();
  const { appartement, etatEntrant, etatSortant } = dossier;
  const jour = (cote === "entree" ? etatEntrant : etatSortant)?.date ?? ctx.today;
  return {
    cote,
    etatEntree: etatEntrant,
    etatSortie: etatSortant,
    edfEntree: dossier.edfEntree,
    edfSortie: dossier.edfSortie,
    ...partiesDuConstat(dossier, { fins, jour }),
    logement: appartement,
    emission: ctx.today,
    ...(await photosImprimees(ctx, { entree: etatEntrant?.id, sortie: etatSortant?.id })),
    ...(await papierDe(ctx, reglages)),
  };
}

/**
 * A mission with its principals, apartments and instalments, and the terms with which a management mandate was
 * signed. A management mandate in the register is returned as it was when it was registered; a letting mandate with a
 * number, as it was at its signature.
 * @throws NotFound when the mission does not exist.
 */
export async function chargerOrdreMission(
  ctx: Appel & Pick<Contexte, "now" | "user">,
  MissionId: number,
): Promise<DonneesOrdreMission> {
  const mandat = await lireMandat(ctx, MissionId);
  const { logo } = await papierDe(ctx, mandat.reglages);
  const { mission } = mandat;
  const garde = await garderMandat(ctx, mandat);
  // When the agency keeps its register here, a management mandate has no number before it is registered. The number of
  // a letting comes from the register of transactions, which is kept elsewhere.
  const annonce = mission.type === "gestion" && mandat.ouvert && !mandat.inscrit;
  return {
    ...(garde ??
      mandatImprime(
        { ...mandat, mission: annonce ? { ...mission, numRegistre: null } : mission },
        ctx,
      )),
    annule: estTenu(mandat, ctx.today) && mission.dateSignature === null,
    registreTenu: mandat.ouvert,
    emission: ctx.today,
    ...(logo ? { logo } : {}),
  };
}

/**
 * New terms of a mandate beside the terms they replace, for the avenant that its parties sign. A stored avenant is
 * returned as it was stored. Otherwise the mandate is the copy stored at its signature or, without a copy, the
 * mandate of today.
 * @throws NotFound when the mandate or its terms do not exist; Invalid for the terms that the mandate itself prints.
 */
export async function chargerAvenantDesConditions(
  ctx: Appel & Pick<Contexte, "now" | "user">,
  { MissionId, ConditionsId }: { MissionId: number; ConditionsId: number },
): Promise<DonneesAvenant> {
  const mandat = await lireMandat(ctx, MissionId);
  const nouvelles = mandat.conditions.find(({ id }) => id === ConditionsId);
  if (!nouvelles) throw new NotFound();
  const acte = mandat.actes.find(({ ConditionsMandatId }) => ConditionsMandatId === ConditionsId);
  if (acte) return avenantDe(ctx, mandat, acte);
  const gardees = mandat.actes.map(({ ConditionsMandatId }) => ConditionsMandatId);
  const conditions = mandat.conditions.filter(({ id }) => !gardees.includes(id));
  const signees = conditionsSignees(conditions, mandat.mission.dateSignature, ctx.today);
  const avant = enVigueurLe(conditions, ajouterJours(nouvelles.depuis, -1));
  if (!avant || !signees || nouvelles.depuis <= signees.depuis)
    throw new Invalid({}, "Ces conditions sont celles que le mandat imprime\u00A0: imprimez-le.");
  const enMots = (conditions: ConditionsDatees) =>
    conditionsEnMots(conditionsImprimees(conditions, { ...mandat, now: ctx.now }));
  const rangs = new Set(
    conditions
      .map(({ depuis }) => depuis)
      .filter((depuis) => depuis > signees.depuis && depuis <= nouvelles.depuis),
  );
  const garde = await garderMandat(ctx, mandat);
  const papier = await papierDe(ctx, mandat.reglages);
  return {
    rang: rangs.size,
    depuis: nouvelles.depuis,
    mission: garde?.mission ?? mandat.mission,
    mandants: garde?.mandants ?? mandat.clients,
    changements: termesChanges(enMots(avant), enMots(nouvelles)),
    emission: ctx.today,
    ...papier,
    agence: garde?.agence ?? papier.agence,
  };
}

/**
 * An avenant to a signed mandate, as it was stored.
 * @throws NotFound when the mandate has no such avenant.
 */
export async function chargerAvenant(
  ctx: Appel,
  { MissionId, ActeId }: { MissionId: number; ActeId: number },
): Promise<DonneesAvenant> {
  const mandat = await lireMandat(ctx, MissionId);
  const acte = mandat.actes.find(({ id }) => id === ActeId);
  if (!acte) throw new NotFound();
  return avenantDe(ctx, mandat, acte);
}

async function avenantDe(
  ctx: Appel,
  mandat: MandatLu,
  { rang, depuis, contenu }: MandatLu["actes"][number],
): Promise<DonneesAvenant> {
  if (!("avenant" in contenu)) throw new NotFound();
  const garde = mandatSigne(mandat.actes);
  const papier = await papierDe(ctx, mandat.reglages);
  return {
    rang,
    depuis,
    mission: garde?.mission ?? mandat.mission,
    ...contenu.avenant,
    emission: ctx.today,
    ...papier,
    agence: contenu.avenant.agence ?? garde?.agence ?? papier.agence,
  };
}

/**
 * A caretaking mission of an apartment and its owners, in one round trip.
 * @throws NotFound when this apartment has no such mission, or when it is an expense, which has no order.
 */
export async function chargerOrdreIntendance(
  ctx: Appel,
  { AppartementId, IntendanceId }: { AppartementId: number; IntendanceId: number },
): Promise<DonneesOrdreIntendance> {
  const { intendance, logement, fins, reglages } = await ctx.db.read({
    fins: finsUsufruit(ctx.db, sql`(${AppartementId})`),
    intendance: ctx.db.query.intendances.findFirst({
      where: and(
        eq(intendances.id, IntendanceId),
        eq(intendances.AppartementId, AppartementId),
        eq(intendances.nature, "mission"),
      ),
    }),
    logement: ctx.db.query.appartements.findFirst({
      where: eq(appartements.id, AppartementId),
      with: { proprietes: { with: { client: true } } },
    }),
    reglages: lireReglages(ctx.db),
  });
  if (!intendance || !logement)
    throw new NotFound("Cette mission d’intendance n’existe pas pour cet appartement.");
  return {
    intendance,
    mandants: bailleursLe(logement, fins, intendance.dateDepart ?? ctx.today),
    logement,
    emission: ctx.today,
    ...(await papierDe(ctx, reglages)),
  };
}

/**
 * The label of the tenants of a dossier. It has the address of the dwelling while the dossier is open, else their
 * known address; never that of a parking space.
 * @throws NotFound when the dossier does not exist.
 */
export async function chargerEtiquetteLocataire(
  ctx: Appel,
  { DossierId, tirage }: { DossierId: number; tirage: Tirage },
): Promise<DonneesEtiquette> {
  const { dossier, reglages } = await ctx.db.read({
    dossier: ctx.db.query.dossiers.findFirst({
      where: eq(dossiers.id, DossierId),
      with: { appartement: true, locataire: true },
    }),
    reglages: lireReglages(ctx.db),
  });
  if (!dossier) throw new NotFound();
  const { appartement, locataire } = dossier;
  const ailleurs = dossierClos(dossier, ctx.today) || deStationnement({ regime: dossier.typeBail });
  const complements = ailleurs ? [] : [etage(appartement.etage), appartement.situation];
  return {
    destinataires: titulaires(locataire),
    complements: complements.filter((texte) => texte !== null),
    adresse: ailleurs ? locataire : appartement,
    ...tirage,
    emission: ctx.today,
    ...(await papierDe(ctx, reglages)),
  };
}

/**
 * The label of a guarantor.
 * @throws NotFound when there is no such guarantor.
 */
export async function chargerEtiquetteCaution(
  ctx: Appel,
  { CautionId, tirage }: { CautionId: number; tirage: Tirage },
): Promise<DonneesEtiquette> {
  const {
    caution: [caution],
    reglages,
  } = await ctx.db.read({
    caution: ctx.db.select().from(cautions).where(eq(cautions.id, CautionId)),
    reglages: lireReglages(ctx.db),
  });
  if (!caution) throw new NotFound();
  const { adresse, cp: codePostal, ville } = caution;
  return {
    destinataires: [caution],
    complements: [],
    adresse: { adresse, codePostal, ville },
    ...tirage,
    emission: ctx.today,
    ...(await papierDe(ctx, reglages)),
  };
}
