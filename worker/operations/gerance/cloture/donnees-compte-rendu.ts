import { agenceDe } from "#domain/agence/agence.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import {
  ajouterJours,
  dernierJour,
  formatJour,
  type Jour,
  type Mois,
  moisDe,
  plusTot,
  premierJour,
} from "#domain/dates.ts";
import type { FaitRendu } from "#domain/gerance/cloture/compte-rendu.ts";
import { mandantsActuels } from "#domain/gerance/cloture/compte-rendu-etabli.ts";
import {
  type ConditionsDuCompte,
  conditionsFinies,
  conditionsLe,
  type DonneesDuCompte,
  type DossierDuCompte,
  type LigneDuCompte,
  type MandantDuCompte,
} from "#domain/gerance/cloture/donnees-du-compte.ts";
import { echeancesAVenir } from "#domain/gerance/cloture/evenements-a-venir.ts";
import { partieFacturee } from "#domain/gerance/cloture/facturation.ts";
import type { PartDHonoraire } from "#domain/gerance/cloture/parts-du-compte.ts";
import { tauxTvaDuLoyer } from "#domain/gerance/cloture/tva-des-loyers.ts";
import {
  nomDuMandat,
  numeroDuMandat,
  premierMoisDePeriode,
} from "#domain/gerance/mandats/mandat-rendu.ts";
import type { AutreHonoraire } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { ETAPES } from "#domain/gerance/relances/relances.ts";
import { NATURES_FISCALES } from "#domain/missions/natures-de-depense.ts";
import { enCentimes } from "#domain/montants.ts";
import { ordre } from "#domain/ordre.ts";
import { adresseClient, contactParDefaut, MAILS_CLIENT } from "#domain/personnes/client.ts";
import { nomComplet, nomLegal } from "#domain/personnes/personne.ts";
import { sirenLu } from "#domain/siren.ts";
import type { Results } from "#worker/db/client.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { ouvertesDites } from "./dettes-honoraires.ts";
import {
  type DepenseLue,
  type DossierLu,
  type LigneLue,
  type MandantLu,
  requetes,
} from "./requetes-compte-rendu.ts";

/** An account to work out: its mandate, and the last month of the period that it covers. */
export interface CompteALire {
  MissionId: number;
  mois: Mois;
}

/** The last day of an account: the end of its month, or today when that comes first. */
export const finDuCompte = (mois: Mois, today: Jour): Jour => plusTot(dernierJour(mois), today);

/** The most accounts read at once. */
const A_LA_FOIS = 200;

type Instant = Pick<Contexte, "db" | "now" | "today">;

/**
 * The data from which the accounts of many mandates are worked out (cloture/README §12.17), read two hundred accounts
 * at a time.
 * @returns the data of each account, in the order of `comptes`; nothing for an account whose mandate is gone
 */
export async function lireDonnees(
  ctx: Instant,
  comptes: readonly CompteALire[],
): Promise<DonneesDuCompte[]> {
  const donnees: DonneesDuCompte[] = [];
  for await (const lot of donneesParLots(ctx, comptes)) donnees.push(...lot);
  return donnees;
}

/** The data of {@link lireDonnees}, two hundred accounts at a time, so that few are in memory at once. */
export async function* donneesParLots(
  ctx: Instant,
  comptes: readonly CompteALire[],
): AsyncGenerator<DonneesDuCompte[]> {
  for (let rang = 0; rang < comptes.length; rang += A_LA_FOIS) {
    yield await lireLot(ctx, comptes.slice(rang, rang + A_LA_FOIS));
  }
}

/** An account still shows a lease for this many days after its tenant left. */
const APRES_LE_DEPART = 400;

async function lireLot(
  { db, now, today }: Instant,
  comptes: readonly CompteALire[],
): Promise<DonneesDuCompte[]> {
  if (comptes.length === 0) return [];
  const demandes = comptes.map(({ MissionId, mois }) => {
    const au = finDuCompte(mois, today);
    return { MissionId, mois, au, depuis: ajouterJours(au, -APRES_LE_DEPART) };
  });
  const faits = ranger(await db.read(requetes(db, JSON.stringify(demandes), now.toISOString())));
  return demandes.flatMap((demande, rang) => donneesDe(faits, { ...demande, rang }, today));
}

type Rangees = ReturnType<typeof ranger>;

/** Groups the rows of many accounts by the rank of their account. */
function ranger(resultats: Results<ReturnType<typeof requetes>>) {
  const parRang = <Row extends { rang: number }>(rows: readonly Row[]) => {
    const groupes = Map.groupBy(rows, ({ rang }) => rang);
    return (rang: number) => groupes.get(rang) ?? [];
  };
  return {
    mandats: parRang(resultats.mandats),
    restes: parRang(resultats.restes),
    dus: parRang(resultats.dus),
    dejaPris: parRang(resultats.dejaPris),
    conditions: parRang(resultats.conditions),
    mandants: parRang(resultats.mandants),
    lignes: parRang(resultats.lignes),
    dossiers: parRang(resultats.dossiers),
    depots: parRang(resultats.depots),
    frais: parRang(resultats.frais),
    reserves: parRang(resultats.reserves),
    tva: parRang(resultats.tva),
    parts: Map.groupBy(resultats.parts, (part) => part.ConditionsMandatId),
    imputations: Map.groupBy(
      resultats.imputations,
      ({ EcritureId, mandat }) => `${EcritureId} ${mandat}`,
    ),
    depenses: new Map(resultats.depenses.map((depense) => [depense.id, depense])),
    agence: agenceDe(resultats.reglages),
  };
}

/** The terms of a mandate as they were written, each with the shares of the owners. */
const conditionsDe = (
  termes: ReturnType<Rangees["conditions"]>,
  parts: Rangees["parts"],
): ConditionsDuCompte[] =>
  termes.map(
    ({ rang: _, id, autresHonoraires, ...autres }): ConditionsDuCompte => ({
      ...autres,
      autresHonoraires: JSON.parse(autresHonoraires) as AutreHonoraire[],
      parts: (parts.get(id) ?? []).map(({ ClientId, num, den }) => ({ ClientId, num, den })),
    }),
  );

/** The data of the account of this rank; empty when its mandate was deleted. */
function donneesDe(
  faits: Rangees,
  { MissionId, mois, au, rang }: CompteALire & { au: Jour; rang: number },
  today: Jour,
): DonneesDuCompte[] {
  const [mandat] = faits.mandats(rang);
  if (!mandat) return [];
  const termes = faits.conditions(rang);
  const conditions = conditionsFinies(conditionsDe(termes, faits.parts), mandat);
  const periodicite = termes.find(({ depuis }) => depuis <= au)?.periodicite ?? "mensuelle";
  const lignes = faits.lignes(rang).map((ligne) =>
    ligneDuCompte(ligne, {
      imputations: faits.imputations.get(`${ligne.EcritureId} ${MissionId}`) ?? [],
      depense: depenseDuCompte(faits.depenses.get(ligne.IntendanceId ?? 0)),
    }),
  );
  const dossiers = faits.dossiers(rang);
  const premiere = lignes.map(({ date }) => date).toSorted(ordre)[0];
  const debut = premierJour(premierMoisDePeriode(mois, periodicite));
  const du = mandat.precedentAu
    ? ajouterJours(mandat.precedentAu, 1)
    : plusTot(debut, premierJour(moisDe(premiere ?? debut)));
  const ordonnes = parParts(faits.mandants(rang), conditionsLe(conditions, au)?.parts ?? []);
  const mandants = ordonnes.map(mandantDuCompte);
  const actuels = mandantsActuels(mandants).map(({ ClientId }) => ClientId);
  return [
    {
      MissionId,
      mois,
      du: plusTot(du, au),
      au,
      editeLe: today,
      mandat: {
        numero: numeroDuMandat(mandat.numRegistre),
        dateSignature: mandat.dateSignature,
        nom: nomDuMandat(ordonnes.filter(({ id }) => actuels.includes(id))),
      },
      mandants,
      conditions,
      precedent: {
        solde: mandat.solde ?? 0,
        au: mandat.precedentAu,
        gardes: gardesDe(mandat.gardes),
        restes: new Map(
          faits.restes(rang).map(({ DossierId, resteDu }) => [DossierId, enCentimes(resteDu)]),
        ),
        honorairesLaisses: laissesDe(mandat.honorairesLaisses),
      },
      restes: new Map(faits.dus(rang).map(({ DossierId, reste }) => [DossierId, reste])),
      lignes,
      dossiers: dossiers.map(dossierDuCompte),
      depots: faits.depots(rang)[0]?.montant ?? 0,
      reserves: faits.reserves(rang)[0]?.montant ?? 0,
      sorties: faits.reserves(rang)[0]?.sorties ?? 0,
      honorairesDus: mandat.honorairesDus,
      dettesHonoraires: { ouvertes: ouvertesDites(mandat.ouvertes), tva: faits.tva(rang) },
      echeances: echeancesAVenir(
        dossiers.filter(({ lie }) => lie === 1),
        { au, mandat },
      ),
      dejaPris: faits.dejaPris(rang).map(({ libelle }) => libelle),
      frais: faits.frais(rang).map(({ rang: _, ...frais }) => frais),
      franchise: faits.agence.franchiseTva,
      sansSiren: sirenLu(faits.agence.siret) === null,
    },
  ];
}

/** The sums that the previous account kept for each owner, in cents; null when one of these sums is unknown. */
function gardesDe(json: string): ReadonlyMap<number, number> | null {
  const gardes = JSON.parse(json) as [ClientId: number, garde: number | null][];
  if (gardes.length === 0 || gardes.some(([, garde]) => garde === null)) return null;
  return new Map(gardes.map(([ClientId, garde]) => [ClientId, enCentimes(garde ?? 0)]));
}

/** The fees that the previous account left due, in cents. */
export const laissesDe = (laisses: string | null): PartDHonoraire[] =>
  (JSON.parse(laisses ?? "[]") as FaitRendu[]).map(({ ttc, ...fait }) => ({
    ...fait,
    montant: enCentimes(ttc),
  }));

/** The principals in the order of their shares of the mandate; principals without a share come last. */
function parParts(mandants: readonly MandantLu[], parts: readonly { ClientId: number }[]) {
  const place = ({ id }: MandantLu) => {
    const rang = parts.findIndex(({ ClientId }) => ClientId === id);
    return rang < 0 ? parts.length : rang;
  };
  return mandants.toSorted((premier, second) => place(premier) - place(second));
}

function ligneDuCompte(
  ligneLue: LigneLue,
  suites: Pick<LigneDuCompte, "imputations" | "depense">,
): LigneDuCompte {
  const {
    rang: _,
    IntendanceId: _depense,
    payeur,
    mode,
    fonds,
    origineLe,
    ditLe,
    ditMois,
    facture,
    franchise,
    debits,
    ...ligne
  } = ligneLue;
  const compte =
    ditLe === null || ditMois === null
      ? null
      : {
          ...{ valideLe: ditLe, mois: ditMois, facture },
          ...{ franchise: franchise === 1, debits: debits === 1 },
        };
  return {
    ...ligne,
    ...suites,
    reglement: payeur === null ? null : { payeur, mode, fonds: fonds ?? "proprietaire" },
    reprise: origineLe === null ? null : { date: origineLe, compte },
  };
}

const depenseDuCompte = (depense: DepenseLue | undefined): LigneDuCompte["depense"] =>
  depense === undefined
    ? null
    : {
        IntendanceId: depense.id,
        fournisseur: depense.fournisseur ?? "",
        libelle:
          depense.intitule ??
          (depense.natureFiscale ? NATURES_FISCALES[depense.natureFiscale].libelle : ""),
        lot: nomAppartement(depense),
        nature: depense.natureFiscale,
        tauxTva: Math.round(depense.tva * 100),
        recuperable: depense.recuperable !== null,
        piece: depense.numFacture,
        facture: depense.facture === 1,
        accord: depense.accord === 1,
        immeuble:
          depense.DepenseImmeubleId === null
            ? null
            : { DepenseImmeubleId: depense.DepenseImmeubleId, nom: depense.immeuble ?? "" },
      };

function mandantDuCompte(mandant: MandantLu): MandantDuCompte {
  const { adresse, codePostal, ville } = adresseClient(mandant);
  const mail = contactParDefaut(mandant, MAILS_CLIENT, mandant.mailDefaut);
  return {
    ClientId: mandant.id,
    lie: mandant.lie === 1,
    nom: nomComplet(mandant),
    adresse: [adresse, [codePostal, ville].filter(Boolean).join(" ")].filter(
      (ligne): ligne is string => Boolean(ligne),
    ),
    mail: mail?.includes("@") ? mail : null,
    iban: mandant.iban,
    ibanEnAttente: mandant.attente === 1,
    partie: partieFacturee({
      nom: nomLegal(mandant),
      voie: adresse ?? "",
      codePostal: codePostal ?? "",
      ville: ville ?? "",
      siret: mandant.numSiret,
      tvaIntra: mandant.tvaIntra,
      adresseElectronique: mandant.adresseElectronique,
    }),
  };
}

const dossierDuCompte = (dossier: DossierLu): DossierDuCompte => ({
  id: dossier.id,
  AppartementId: dossier.AppartementId,
  lot: nomAppartement(dossier),
  locataire: nomComplet(dossier),
  dateEntree: dossier.dateEntree,
  dateSortie: dossier.dateSortie,
  lie: dossier.lie === 1,
  tauxTva: tauxTvaDuLoyer(dossier),
  action: actionDe(dossier),
  revisions: (JSON.parse(dossier.revisions) as [Jour, number, number][]).map(
    ([le, avant, apres]) => ({
      ...{ le, avant, apres },
    }),
  ),
});

/** The latest action on a tenant's debt, in words; null when there is none. */
function actionDe({ plan, etape, relanceLe }: DossierLu): string | null {
  if (plan === 1) return "plan d’apurement en cours";
  if (etape === null || relanceLe === null) return null;
  return `${ETAPES[etape].libelle.toLowerCase()} du ${formatJour(relanceLe.slice(0, 10))}`;
}
