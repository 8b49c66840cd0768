import { REGLAGES } from "#domain/agence/agence.ts";
import {
  ajouterAnnees,
  ajouterJours,
  ajouterMois,
  aujourdhui,
  type Jour,
  moisDe,
  moisEnLettres,
} from "#domain/dates.ts";
import { nouvellesConditions } from "#domain/gerance/mandats/conditions-fiche.ts";
import { dimancheDe, type SuiviRow } from "#domain/suivi/suivi.ts";
import type { Db } from "#worker/db/client.ts";
import { changerConditions } from "#worker/operations/gerance/mandats/conditions.ts";
import { agreePlan, importStatement, openRegister, prepareAccounts } from "./demo/a-faire.ts";
import {
  COLLABORATEURS,
  COMPTE_DE_GERANCE,
  COMPTE_DE_L_AGENCE,
  EQUIPEMENTS,
  VARIABLES,
} from "./demo/agence.ts";
import { Api, type Fiche, forEach } from "./demo/api.ts";
import { APPARTEMENTS } from "./demo/appartements.ts";
import { LOTS_DE_L_IMMEUBLE, prepareCharges } from "./demo/charges.ts";
import { closeMonths, inTheMorning } from "./demo/cloture.ts";
import { type DossierDemo, dossiersDemo, newDossier } from "./demo/dossiers.ts";
import { etatsDesLieuxDemo } from "./demo/etats-des-lieux.ts";
import { LOCATAIRES } from "./demo/locataires.ts";
import {
  CAUTIONS_DEMO,
  depensesDemo,
  FOURNISSEURS_DEMO,
  intendancesDemo,
  missionsDemo,
} from "./demo/mandats.ts";
import { PROPRIETAIRES } from "./demo/proprietaires.ts";
import {
  type CreatedDossier,
  letMailsLeave,
  makeQuittances,
  PAST_MOIS,
} from "./demo/quittances.ts";

export interface DemoContext {
  /** The address of the product without a slash at its end: `http://localhost:8787`. */
  address: string;
  /** The folder into which the product writes the mails that it sent. */
  mails: string;
  admin: { email: string; password: string };
  /** The database, for direct writes of the acts of past days: the API would date them today. */
  db: Db;
  keys: { DATA_KEYS: string };
  /** The dates of the demo are all relative to this instant. */
  now: Date;
  say: (said: string) => void;
}

/**
 * Fills an empty agency with the demo, through the product's API, its operations and its daily run. After an
 * interruption, the demo must be loaded again into an empty data folder.
 * @throws Error when a call is refused; Problem when the queue makes no more progress.
 */
export async function loadDemo({ address, mails, admin, db, keys, now, say }: DemoContext) {
  const today = aujourdhui(now);
  const api = await Api.login(`${address}/api`, admin);
  await createAgence(api);
  const clients = await createProprietaires(api);
  const appartements = await createAppartements(api, clients);
  const leases = dossiersDemo(today);
  const locataires = await createLocataires(api, leases);
  const dossiers = await createDossiers(api, { leases, appartements, locataires, today });
  await createCautions(api, dossiers);
  await createEtatsDesLieux(api, dossiers, today);
  say(
    `  ${PROPRIETAIRES.length} propriétaires, ${APPARTEMENTS.length} appartements, ${LOCATAIRES.length} locataires, ${dossiers.length} dossiers.`,
  );
  await createMissions(api, { clients, appartements, today, db, keys });
  await openRegister(api);
  await createIntendances(api, { appartements, today });
  await noteDeadlines(api, { dossiers, today });
  const lots = LOTS_DE_L_IMMEUBLE.map((numero) => idOf(appartements, numero));
  await prepareCharges(api, lots, today);
  // Without a delay, mails are sent at once: nobody calls one back in the demo.
  await setVariables(api, { delaiEnvoi: "0" });
  await makeQuittances({ api, db, address, mails, dossiers, now, say });
  await importStatement({ api, dossiers, today });
  await agreePlan({ api, dossiers, today });
  const present = moisDe(today);
  const closed = { first: ajouterMois(present, -PAST_MOIS), last: ajouterMois(present, -2) };
  await closeMonths({ db, keys, admin: api.user }, closed);
  await prepareAccounts(api, today);
  await answerDeadlines(api, today);
  await letMailsLeave({ api, db, now });
  await setVariables(api, { delaiEnvoi: String(REGLAGES.delaiEnvoi.defaut) });
  say(`  Comptes rendus jusqu’à ${moisEnLettres(closed.last)}, reversés aux propriétaires.`);
  await api.call("POST", "/user/logout");
}

/** The identifiers of records by name; several records may have one name. */
type Ids = ReadonlyMap<string, number[]>;

function byName<T>(
  elements: readonly T[],
  fiches: readonly Fiche[],
  nom: (element: T) => string,
): Ids {
  const ids = new Map<string, number[]>();
  for (const [rang, element] of elements.entries()) {
    const { id } = fiches[rang] ?? { id: 0 };
    ids.set(nom(element), [...(ids.get(nom(element)) ?? []), id]);
  }
  return ids;
}

function idOf(ids: Ids, nom: string): number {
  const [id] = ids.get(nom) ?? [];
  if (id === undefined) throw new Error(`Demo: ${nom} is in no table`);
  return id;
}

async function setVariables(api: Api, values: Record<string, string>): Promise<void> {
  const existing = await api.read<{ id: number; nom: string }[]>("/Variable");
  for (const [nom, valeur] of Object.entries(values)) {
    const known = existing.find((variable) => variable.nom === nom);
    if (known) await api.call("PUT", `/Variable/${known.id}`, { valeur });
    else await api.create("/Variable", { nom, valeur });
  }
}

async function createAgence(api: Api): Promise<void> {
  await setVariables(api, VARIABLES);
  await forEach(COLLABORATEURS, (user) => api.create("/user/register", user));
  await api.createAll("/CompteBancaire", [COMPTE_DE_GERANCE, COMPTE_DE_L_AGENCE]);
}

async function createProprietaires(api: Api): Promise<Ids> {
  const ids = byName(
    PROPRIETAIRES,
    await api.createAll("/Client", PROPRIETAIRES),
    ({ nom }) => nom,
  );
  for (const [nom2, [epoux, autre]] of ids) {
    if (epoux === undefined || autre === undefined) continue;
    await api.call("PUT", `/Client/${epoux}`, { mariage: autre, nom2 });
    await api.call("PUT", `/Client/${autre}`, { mariage: epoux, nom2 });
  }
  return ids;
}

async function createAppartements(api: Api, clients: Ids): Promise<Ids> {
  const equipements = byName(
    EQUIPEMENTS,
    await api.createAll("/Equipement", EQUIPEMENTS),
    ({ nom }) => nom,
  );
  const fiches = await api.createAll(
    "/Appartement",
    APPARTEMENTS.map(({ appartement }) => appartement),
  );
  await forEach([...APPARTEMENTS.entries()], async ([rang, { proprietaire, ...demo }]) => {
    const path = `/Appartement/${fiches[rang]?.id}`;
    for (const id of clients.get(proprietaire) ?? []) {
      await api.call("PUT", `${path}/owner/add/${id}`);
    }
    for (const nom of demo.equipements) {
      await api.call("PUT", `${path}/equipement/add/${idOf(equipements, nom)}`);
    }
  });
  return byName(APPARTEMENTS, fiches, ({ numero }) => numero);
}

async function createLocataires(api: Api, leases: readonly DossierDemo[]): Promise<Ids> {
  const bodies = LOCATAIRES.map(({ nom, locataire, domicile }) => {
    const lease = leases.findLast((candidate) => candidate.locataire === nom);
    const loue = APPARTEMENTS.find(({ numero }) => numero === lease?.appartement)?.appartement;
    const { adresse, codePostal, ville } = domicile ?? loue ?? {};
    return { ...locataire, adresse, codePostal, ville };
  });
  return byName(LOCATAIRES, await api.createAll("/Locataire", bodies), ({ nom }) => nom);
}

async function createDossiers(
  api: Api,
  {
    leases,
    appartements,
    locataires,
    today,
  }: { leases: readonly DossierDemo[]; appartements: Ids; locataires: Ids; today: Jour },
): Promise<CreatedDossier[]> {
  const created: CreatedDossier[] = [];
  for (const [rang, lease] of leases.entries()) {
    const loue = APPARTEMENTS.find(({ numero }) => numero === lease.appartement);
    const occupant = LOCATAIRES.find(({ nom }) => nom === lease.locataire);
    if (!loue || !occupant) throw new Error(`Demo: ${lease.locataire} is in no table`);
    const links = {
      AppartementId: idOf(appartements, lease.appartement),
      LocataireId: idOf(locataires, lease.locataire),
    };
    const dossier = newDossier(lease, loue, { rang, today });
    const { id } = await api.create("/Dossier", { ...dossier, ...links });
    const { loyerHC, loyerCharge } = dossier;
    created.push({ ...lease, ...links, id, mail: occupant.locataire.mail, loyerHC, loyerCharge });
    if (lease.sortie) await close(api, { ...lease, ...links, id, sortie: lease.sortie, today });
  }
  return created;
}

/**
 * The tenant gives notice and returns the keys; the deposit is paid back 38 days later, unless that day is still to
 * come.
 */
async function close(
  api: Api,
  {
    id,
    AppartementId,
    LocataireId,
    locataire,
    preavis,
    sortie,
    today,
  }: Fiche &
    DossierDemo & { AppartementId: number; LocataireId: number; sortie: Jour; today: Jour },
): Promise<void> {
  await api.call("DELETE", `/Appartement/${AppartementId}/tenant/remove/${LocataireId}`, {
    dateSortie: sortie,
    ...(preavis ? { dateDebutPreavis: preavis.debut, dateFinPreavis: preavis.fin } : {}),
  });
  const domicile = LOCATAIRES.find(({ nom }) => nom === locataire)?.domicile;
  const restitution = ajouterJours(sortie, 38);
  await api.call("PUT", `/Dossier/${id}`, {
    dateRetourCaution: restitution < today ? restitution : null,
    nouvelleAdresse: domicile
      ? `${domicile.adresse}, ${domicile.codePostal} ${domicile.ville}`
      : null,
  });
}

async function createCautions(api: Api, dossiers: readonly CreatedDossier[]): Promise<void> {
  for (const { locataire, caution } of CAUTIONS_DEMO) {
    const dossier = dossiers.findLast((candidate) => candidate.locataire === locataire);
    if (!dossier) throw new Error(`Demo: ${locataire} has no lease`);
    const { id } = await api.create("/Caution", {
      ...caution,
      dateCautionSolidaire: dossier.signature,
      signatureCautionSolidaire: dossier.signature,
    });
    await api.call("PUT", `/Dossier/${dossier.id}/caution/add/${id}`);
  }
}

async function createEtatsDesLieux(
  api: Api,
  dossiers: readonly CreatedDossier[],
  today: Jour,
): Promise<void> {
  await forEach([...dossiers.entries()], async ([rang, dossier]) => {
    const loue = APPARTEMENTS.find(({ numero }) => numero === dossier.appartement);
    if (!loue) throw new Error(`Demo: ${dossier.appartement} is in no table`);
    const { entree, sortie } = etatsDesLieuxDemo(dossier, loue, { rang, today });
    if (entree) await api.call("PUT", `/Dossier/${dossier.id}/etatIn/set`, entree);
    if (sortie) await api.call("PUT", `/Dossier/${dossier.id}/etatOut/set`, sortie);
  });
}

async function createMissions(
  api: Api,
  {
    clients,
    appartements,
    today,
    db,
    keys,
  }: { clients: Ids; appartements: Ids; today: Jour } & Pick<DemoContext, "db" | "keys">,
): Promise<void> {
  for (const { proprietaire, mission, accomptes, conditions, ...demo } of missionsDemo(today)) {
    const { id } = await api.create("/Mission", mission);
    const mandants = clients.get(proprietaire) ?? [];
    for (const client of mandants) {
      await api.call("PUT", `/Mission/${id}/client/add/${client}`);
    }
    for (const { parts, ...termes } of conditions) {
      const partsNommees = parts?.map((part, rang) => ({ ...part, ClientId: mandants[rang] }));
      // The terms are noted in the morning of their own first day, because an IBAN may be used only from the instant
      // at which it is given.
      const now = inTheMorning(termes.depuis);
      const ctx = { env: keys, db, now, today: aujourdhui(now), user: api.user.email };
      await changerConditions(ctx, {
        MissionId: id,
        conditions: nouvellesConditions.parse({ ...termes, parts: partsNommees }),
        UserId: api.user.id,
        confirme: true,
      });
    }
    for (const numero of demo.appartements) {
      await api.call("PUT", `/Mission/${id}/appartement/add/${idOf(appartements, numero)}`);
    }
    for (const accompte of await api.createAll("/Accompte", accomptes)) {
      await api.call("PUT", `/Mission/${id}/accompte/add/${accompte.id}`);
    }
  }
}

/** Gives some records dates that raise deadlines: late, soon and later. */
async function noteDeadlines(
  api: Api,
  { dossiers, today }: { dossiers: readonly CreatedDossier[]; today: Jour },
): Promise<void> {
  const [late, soon, other] = dossiers.filter(({ sortie }) => !sortie);
  if (!late || !soon || !other) throw new Error("Demo: too few leases run");
  await api.call("PUT", `/Dossier/${late.id}`, { assuranceFin: ajouterJours(today, -6) });
  await api.call("PUT", `/Dossier/${soon.id}`, { assuranceFin: dimancheDe(today) });
  await api.call("PUT", `/Dossier/${other.id}`, { assuranceFin: ajouterJours(today, 21) });
  await api.call("PUT", `/Appartement/${soon.AppartementId}`, {
    chaudiereLe: ajouterAnnees(today, -1),
    gazLe: ajouterJours(ajouterAnnees(today, -6), 40),
  });
  await setVariables(api, { carteFin: ajouterJours(today, 120) });
}

/** Adds the answers of staff to some of the late deadlines. */
async function answerDeadlines(api: Api, today: Jour): Promise<void> {
  const late = (await api.read<SuiviRow[]>("/Suivi")).filter(({ bande }) => bande === "retard");
  const of = (genre: SuiviRow["genre"]) => late.filter((row) => row.genre === genre);
  const postpone = (row: SuiviRow | undefined, motif: string) =>
    row &&
    api.call("POST", "/Suivi/geste", {
      ...{ cle: row.cle, geste: "reporter", motif },
      jusquau: ajouterJours(today, 14),
    });
  for (const { cle } of of("reconduction").slice(1))
    await api.call("POST", "/Suivi/geste", { cle, geste: "fait" });
  await postpone(of("assurance")[0], "Attestation promise par téléphone.");
  await postpone(of("intendance").at(-1), "Le propriétaire compare deux devis.");
}

async function createIntendances(
  api: Api,
  { appartements, today }: { appartements: Ids; today: Jour },
): Promise<void> {
  for (const { appartement, intendance, renouveler } of intendancesDemo(today)) {
    const AppartementId = idOf(appartements, appartement);
    const { id } = await api.create("/Intendance", { ...intendance, AppartementId });
    if (renouveler) await api.call("PUT", `/Intendance/${id}/renouveler`);
  }
  const fournisseurs = byName(
    FOURNISSEURS_DEMO,
    await api.createAll("/Fournisseur", FOURNISSEURS_DEMO),
    ({ nom }) => nom,
  );
  for (const { appartement, fournisseur, intendance } of depensesDemo(today)) {
    await api.create("/Intendance", {
      ...intendance,
      AppartementId: idOf(appartements, appartement),
      FournisseurId: idOf(fournisseurs, fournisseur),
    });
  }
}
