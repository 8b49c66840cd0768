import {
  ajouterJours,
  ajouterMois,
  aujourdhui,
  dernierJour,
  type Jour,
  jourDuMois,
  joursDuMois,
  type Mois,
  moisDe,
  moisEnLettres,
} from "#domain/dates.ts";
import { prorata } from "#domain/montants.ts";
import { echeance, occupation } from "#domain/quittance.ts";
import type { QuittanceRow } from "#domain/quittance-fiche.ts";
import { fireDailyRun } from "../daily-run.ts";
import { Problem } from "../problem.ts";
import { type Api, pourChacun } from "./api.ts";
import type { DossierDemo } from "./dossiers.ts";
import { etatVoulu, reponsesDesLocataires } from "./etats.ts";
import { lienDeReponse } from "./reponses.ts";

const MOIS_PASSES = 12;
const QUANTIEMES_DES_PASSAGES = [1, 5, 10];
const PATIENCE = 60_000;
const ENTRE_DEUX_REGARDS = 300;

/** From now on, the office makes their receipts by hand: the month screen has some left to make. */
const SANS_AUTOMATISME = ["Guérin", "Yılmaz", "Ramanathan", "Tessier", "Carvalho", "Sjöström"];
const APPARTEMENTS_SANS_AUTOMATISME = ["10", "35"];

/** A lease of the demo and the identifiers it got. */
export interface DossierCree extends DossierDemo {
  id: number;
  AppartementId: number;
  LocataireId: number;
  /** The tenant's e-mail. */
  mail: string;
  loyerHC: number;
  loyerCharge: number;
}

interface Contexte {
  api: Api;
  address: string;
  /** The folder where mails arrive. */
  mails: string;
  dossiers: readonly DossierCree[];
  now: Date;
  say: (said: string) => void;
}

/**
 * A year of receipts and the month that runs, made by the daily run as it would have made them on its
 * own days; then paid, left unpaid, answered by the tenants.
 * @throws Problem when the queue stands still.
 */
export async function genererQuittances(contexte: Contexte): Promise<void> {
  const { api, address, dossiers, now, say } = contexte;
  const today = aujourdhui(now);
  const present = moisDe(today);
  const passes = Array.from({ length: MOIS_PASSES }, (_, rang) =>
    ajouterMois(present, rang - MOIS_PASSES),
  );
  // The queue keeps the order of the runs, so the numbers follow the days without waiting in between.
  for (const mois of passes) {
    const jours = QUANTIEMES_DES_PASSAGES.map((quantieme) => jourDuMois(mois, quantieme));
    for (const passage of [...jours, dernierJour(mois)]) await passer(address, passage);
  }
  for (const mois of passes) {
    await attendreQuittances(contexte, mois, dus(dossiers, mois, dernierJour(mois)));
  }
  say(
    `  Quittances de ${moisEnLettres(passes[0] ?? present)} à ${moisEnLettres(passes.at(-1) ?? present)}.`,
  );

  await arreterAutomatisme(contexte);
  for (const quantieme of QUANTIEMES_DES_PASSAGES) {
    const passage = jourDuMois(present, quantieme);
    if (passage < today) await passer(address, passage);
  }
  await fireDailyRun(address, now);
  await attendreQuittances(contexte, present, dus(dossiers.filter(estAutomatique), present, today));
  const tous = [...passes, present];
  for (const mois of tous) await attendreCourriels(contexte, mois);
  say(`  Quittances de ${moisEnLettres(present)}, avis envoyés.`);

  await genererArriere(api, dossiers);
  const quittances = (await Promise.all(tous.map((mois) => quittancesDe(api, mois)))).flat();
  await repondre(contexte, quittances);
  await noterReglements(contexte, quittances);
  for (const mois of tous) await attendreCourriels(contexte, mois);
  say(`  ${quittances.length} quittances, règlements notés.`);
}

/** The daily run of that day, at the hour of the cron. */
function passer(address: string, jour: Jour): Promise<void> {
  return fireDailyRun(address, new Date(`${jour}T05:00:00Z`));
}

function quittancesDe(api: Api, mois: Mois): Promise<QuittanceRow[]> {
  return api.lire(`/Quitance/byDate/${mois.slice(5)}-${mois.slice(0, 4)}`);
}

/** How many receipts the run makes for a month, up to that day. */
function dus(dossiers: readonly DossierDemo[], mois: Mois, jusquAu: Jour): number {
  return dossiers.filter(({ debut, preavis, terme, sortie, jourQuitance }) => {
    const fin = preavis?.fin ?? terme;
    const dates = {
      dateDebutBail: debut,
      dateFinBail: fin,
      dateDebutPreavis: null,
      dateFinPreavis: fin,
    };
    return (
      occupation({ ...dates, dateSortie: sortie }, mois) && echeance(mois, jourQuitance) <= jusquAu
    );
  }).length;
}

function estAutomatique({ appartement, locataire }: DossierDemo): boolean {
  return (
    !SANS_AUTOMATISME.includes(locataire) && !APPARTEMENTS_SANS_AUTOMATISME.includes(appartement)
  );
}

async function arreterAutomatisme({ api, dossiers }: Contexte): Promise<void> {
  await pourChacun(dossiers, async ({ locataire, LocataireId, appartement, AppartementId }) => {
    const body = { quitanceAuto: false };
    if (SANS_AUTOMATISME.includes(locataire)) {
      await api.appeler("PUT", `/Locataire/${LocataireId}`, body);
    }
    if (APPARTEMENTS_SANS_AUTOMATISME.includes(appartement)) {
      await api.appeler("PUT", `/Appartement/${AppartementId}`, body);
    }
  });
}

async function attendreQuittances({ api }: Contexte, mois: Mois, attendues: number) {
  await attendre(
    `Les quittances de ${moisEnLettres(mois)}`,
    async () => attendues - (await quittancesDe(api, mois)).length,
  );
}

async function attendreCourriels({ api }: Contexte, mois: Mois) {
  const enRoute = (etat: QuittanceRow["avis"]) => etat === "a_envoyer" || etat === "en_cours";
  await attendre(
    `Les courriels de ${moisEnLettres(mois)}`,
    async () =>
      (await quittancesDe(api, mois)).filter(
        ({ avis, quittance }) => enRoute(avis) || enRoute(quittance),
      ).length,
  );
}

/** Waits until nothing is left, as long as what is left grows less. */
async function attendre(quoi: string, reste: () => Promise<number>): Promise<void> {
  let minimum = Number.POSITIVE_INFINITY;
  let depuis = Date.now();
  for (;;) {
    const nombre = await reste();
    if (nombre <= 0) return;
    if (nombre < minimum) [minimum, depuis] = [nombre, Date.now()];
    if (Date.now() - depuis > PATIENCE) {
      throw new Problem(
        `${quoi} n’avancent plus : il en manque ${nombre}.\n` +
          "Relancez « npm start » : la démonstration sera reprise du début (ou SEED=none pour s’en passer).",
      );
    }
    await new Promise((resolve) => setTimeout(resolve, ENTRE_DEUX_REGARDS));
  }
}

const JOURS_D_AVANCE = 5;

/** The first days of a tenant who moved in before his lease began: a receipt made by hand. */
async function genererArriere(api: Api, dossiers: readonly DossierCree[]): Promise<void> {
  const dossier = dossiers.find(({ locataire }) => locataire === "Żółć");
  if (!dossier) return;
  const { debut, loyerHC, loyerCharge } = dossier;
  const jours = joursDuMois(moisDe(debut));
  await api.creer(`/Quitance/generate/manual/${dossier.id}`, {
    date: ajouterJours(debut, -JOURS_D_AVANCE),
    dateFin: ajouterJours(debut, -1),
    prixHC: prorata(loyerHC, JOURS_D_AVANCE, jours),
    charge: prorata(loyerCharge, JOURS_D_AVANCE, jours),
  });
}

/** Some tenants follow the link of their mail and answer. */
async function repondre({ api, mails, dossiers, now }: Contexte, quittances: QuittanceRow[]) {
  const present = moisDe(aujourdhui(now));
  await pourChacun(reponsesDesLocataires(present), async ({ locataire, mois, paye }) => {
    const dossier = dossiers.findLast((candidat) => candidat.locataire === locataire);
    const quittance = quittances.find(
      ({ DossierId, date }) => DossierId === dossier?.id && moisDe(date) === mois,
    );
    const uuid = dossier && quittance && lienDeReponse(mails, dossier.mail, quittance);
    if (uuid) await api.appeler("POST", `/Quitance/validation/${paye}/${uuid}`);
  });
}

/** The office notes what was paid, when and how, and what was not. */
async function noterReglements({ api, dossiers, now }: Contexte, quittances: QuittanceRow[]) {
  const today = aujourdhui(now);
  const present = moisDe(today);
  const repondues = new Set(
    reponsesDesLocataires(present).map(({ locataire, mois }) => `${locataire} ${mois}`),
  );
  const rangs = new Map(dossiers.map((dossier, rang) => [dossier.id, { ...dossier, rang }]));
  await pourChacun(quittances, async (quittance) => {
    const dossier = rangs.get(quittance.DossierId);
    if (!dossier || repondues.has(`${dossier.locataire} ${moisDe(quittance.date)}`)) return;
    const etat = etatVoulu(quittance, { ...dossier, today });
    if (etat) await api.appeler("PUT", `/Quitance/${quittance.id}`, etat);
  });
}
