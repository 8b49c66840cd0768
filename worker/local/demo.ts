import { ajouterJours, aujourdhui, type Jour } from "#domain/dates.ts";
import { COLLABORATEURS, EQUIPEMENTS, VARIABLES } from "./demo/agence.ts";
import { Api, type Fiche, pourChacun } from "./demo/api.ts";
import { APPARTEMENTS } from "./demo/appartements.ts";
import { type DossierDemo, dossiersDemo, nouveauDossier } from "./demo/dossiers.ts";
import { etatsDesLieuxDemo } from "./demo/etats-des-lieux.ts";
import { LOCATAIRES } from "./demo/locataires.ts";
import { CAUTIONS_DEMO, intendancesDemo, missionsDemo } from "./demo/mandats.ts";
import { PROPRIETAIRES } from "./demo/proprietaires.ts";
import { type DossierCree, genererQuittances } from "./demo/quittances.ts";

export interface DemoContext {
  /** Where the product is served, without a slash at its end: `http://localhost:8787`. */
  address: string;
  /** The folder where the mails sent arrive. */
  mails: string;
  /** The admin, who may log in through the API. */
  admin: { email: string; password: string };
  /** Every date of the demo is relative to it. */
  now: Date;
  /** Tells the person who waits. */
  say: (said: string) => void;
}

/**
 * Fills an empty agency with the demo, by the product's own API and its own daily run; an interruption
 * leaves the folder to be started afresh.
 * @throws Error when a call is refused, Problem when the queue stands still.
 */
export async function chargerDemo({ address, mails, admin, now, say }: DemoContext) {
  const today = aujourdhui(now);
  const api = await Api.connecter(`${address}/api`, admin);
  await creerAgence(api);
  const clients = await creerProprietaires(api);
  const appartements = await creerAppartements(api, clients);
  const leases = dossiersDemo(today);
  const locataires = await creerLocataires(api, leases);
  const dossiers = await creerDossiers(api, { leases, appartements, locataires, today });
  await creerCautions(api, dossiers);
  await creerEtatsDesLieux(api, dossiers, today);
  say(
    `  ${PROPRIETAIRES.length} propriétaires, ${APPARTEMENTS.length} appartements, ${LOCATAIRES.length} locataires, ${dossiers.length} dossiers.`,
  );
  await creerMissions(api, { clients, appartements, today });
  await creerIntendances(api, { appartements, today });
  await genererQuittances({ api, address, mails, dossiers, now, say });
}

/** The identifiers of the records that a name stands for. */
type Ids = ReadonlyMap<string, number[]>;

function parNom<T>(
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

/** The only record of that name. */
function idDe(ids: Ids, nom: string): number {
  const [id] = ids.get(nom) ?? [];
  if (id === undefined) throw new Error(`Demo: ${nom} is in no table`);
  return id;
}

async function creerAgence(api: Api): Promise<void> {
  const presentes = await api.lire<{ id: number; nom: string }[]>("/Variable");
  for (const [nom, valeur] of Object.entries(VARIABLES)) {
    const presente = presentes.find((variable) => variable.nom === nom);
    if (presente) await api.appeler("PUT", `/Variable/${presente.id}`, { valeur });
    else await api.creer("/Variable", { nom, valeur });
  }
  await pourChacun(COLLABORATEURS, (user) => api.creer("/user/register", user));
}

async function creerProprietaires(api: Api): Promise<Ids> {
  const ids = parNom(
    PROPRIETAIRES,
    await api.creerTous("/Client", PROPRIETAIRES),
    ({ nom }) => nom,
  );
  for (const [nom2, [un, autre]] of ids) {
    if (un === undefined || autre === undefined) continue;
    await api.appeler("PUT", `/Client/${un}`, { mariage: autre, nom2 });
    await api.appeler("PUT", `/Client/${autre}`, { mariage: un, nom2 });
  }
  return ids;
}

async function creerAppartements(api: Api, clients: Ids): Promise<Ids> {
  const equipements = parNom(
    EQUIPEMENTS,
    await api.creerTous("/Equipement", EQUIPEMENTS),
    ({ nom }) => nom,
  );
  const fiches = await api.creerTous(
    "/Appartement",
    APPARTEMENTS.map(({ appartement }) => appartement),
  );
  await pourChacun([...APPARTEMENTS.entries()], async ([rang, { proprietaire, ...demo }]) => {
    const path = `/Appartement/${fiches[rang]?.id}`;
    for (const id of clients.get(proprietaire) ?? []) {
      await api.appeler("PUT", `${path}/owner/add/${id}`);
    }
    for (const nom of demo.equipements) {
      await api.appeler("PUT", `${path}/equipement/add/${idDe(equipements, nom)}`);
    }
  });
  return parNom(APPARTEMENTS, fiches, ({ numero }) => numero);
}

async function creerLocataires(api: Api, leases: readonly DossierDemo[]): Promise<Ids> {
  const bodies = LOCATAIRES.map(({ nom, locataire, domicile }) => {
    const lease = leases.findLast((candidat) => candidat.locataire === nom);
    const loue = APPARTEMENTS.find(({ numero }) => numero === lease?.appartement)?.appartement;
    const { adresse, codePostal, ville } = domicile ?? loue ?? {};
    return { ...locataire, adresse, codePostal, ville };
  });
  return parNom(LOCATAIRES, await api.creerTous("/Locataire", bodies), ({ nom }) => nom);
}

async function creerDossiers(
  api: Api,
  {
    leases,
    appartements,
    locataires,
    today,
  }: { leases: readonly DossierDemo[]; appartements: Ids; locataires: Ids; today: Jour },
): Promise<DossierCree[]> {
  const crees: DossierCree[] = [];
  for (const [rang, lease] of leases.entries()) {
    const loue = APPARTEMENTS.find(({ numero }) => numero === lease.appartement);
    const occupant = LOCATAIRES.find(({ nom }) => nom === lease.locataire);
    if (!loue || !occupant) throw new Error(`Demo: ${lease.locataire} is in no table`);
    const links = {
      AppartementId: idDe(appartements, lease.appartement),
      LocataireId: idDe(locataires, lease.locataire),
    };
    const dossier = nouveauDossier(lease, loue, rang);
    const { id } = await api.creer("/Dossier", { ...dossier, ...links });
    const { loyerHC, loyerCharge } = dossier;
    crees.push({ ...lease, ...links, id, mail: occupant.locataire.mail, loyerHC, loyerCharge });
    if (lease.sortie) await clore(api, { ...lease, ...links, id, sortie: lease.sortie, today });
  }
  return crees;
}

/** The tenant gives notice and returns the keys; the deposit is paid back within two months. */
async function clore(
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
  await api.appeler("DELETE", `/Appartement/${AppartementId}/tenant/remove/${LocataireId}`, {
    dateSortie: sortie,
  });
  const domicile = LOCATAIRES.find(({ nom }) => nom === locataire)?.domicile;
  const restitution = ajouterJours(sortie, 38);
  await api.appeler("PUT", `/Dossier/${id}`, {
    dateDebutPreavis: preavis?.debut,
    dateFinPreavis: preavis?.fin,
    dateRetourCaution: restitution < today ? restitution : null,
    nouvelleAdresse: domicile
      ? `${domicile.adresse}, ${domicile.codePostal} ${domicile.ville}`
      : null,
  });
}

async function creerCautions(api: Api, dossiers: readonly DossierCree[]): Promise<void> {
  for (const { locataire, caution } of CAUTIONS_DEMO) {
    const dossier = dossiers.findLast((candidat) => candidat.locataire === locataire);
    if (!dossier) throw new Error(`Demo: ${locataire} has no lease`);
    const { id } = await api.creer("/Caution", {
      ...caution,
      dateCautionSolidaire: dossier.signature,
      signatureCautionSolidaire: dossier.signature,
    });
    await api.appeler("PUT", `/Dossier/${dossier.id}/caution/add/${id}`);
  }
}

async function creerEtatsDesLieux(
  api: Api,
  dossiers: readonly DossierCree[],
  today: Jour,
): Promise<void> {
  await pourChacun([...dossiers.entries()], async ([rang, dossier]) => {
    const loue = APPARTEMENTS.find(({ numero }) => numero === dossier.appartement);
    if (!loue) throw new Error(`Demo: ${dossier.appartement} is in no table`);
    const { entree, sortie } = etatsDesLieuxDemo(dossier, loue, { rang, today });
    if (entree) await api.appeler("PUT", `/Dossier/${dossier.id}/etatIn/set`, entree);
    if (sortie) await api.appeler("PUT", `/Dossier/${dossier.id}/etatOut/set`, sortie);
  });
}

async function creerMissions(
  api: Api,
  { clients, appartements, today }: { clients: Ids; appartements: Ids; today: Jour },
): Promise<void> {
  for (const { proprietaire, mission, accomptes, ...demo } of missionsDemo(today)) {
    const { id } = await api.creer("/Mission", mission);
    for (const client of clients.get(proprietaire) ?? []) {
      await api.appeler("PUT", `/Mission/${id}/client/add/${client}`);
    }
    for (const numero of demo.appartements) {
      await api.appeler("PUT", `/Mission/${id}/appartement/add/${idDe(appartements, numero)}`);
    }
    for (const accompte of await api.creerTous("/Accompte", accomptes)) {
      await api.appeler("PUT", `/Mission/${id}/accompte/add/${accompte.id}`);
    }
  }
}

async function creerIntendances(
  api: Api,
  { appartements, today }: { appartements: Ids; today: Jour },
): Promise<void> {
  for (const { appartement, intendance, renouveler } of intendancesDemo(today)) {
    const AppartementId = idDe(appartements, appartement);
    const { id } = await api.creer("/Intendance", { ...intendance, AppartementId });
    if (renouveler) await api.appeler("PUT", `/Intendance/${id}/renouveler`);
  }
}
