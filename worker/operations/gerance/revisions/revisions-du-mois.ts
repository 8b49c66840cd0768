import { eq, sql } from "drizzle-orm";
import { sousLoi89 } from "#domain/bail/bail.ts";
import { parution } from "#domain/bail/irl.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import {
  ajouterAnnees,
  ajouterJours,
  dernierJour,
  formatJour,
  type Jour,
  type Mois,
  moisDe,
  premierJour,
} from "#domain/dates.ts";
import { Invalid } from "#domain/erreurs.ts";
import {
  type AccordAttendu,
  accordAttendu,
  motsDeLAccord,
} from "#domain/gerance/revisions/accord.ts";
import { demandePartie, motsDeLArret } from "#domain/gerance/revisions/acheminement.ts";
import { anniversairesEntre, renoncementDe } from "#domain/gerance/revisions/anniversaires.ts";
import { annulableLe } from "#domain/gerance/revisions/annulation.ts";
import { totalDesComplements } from "#domain/gerance/revisions/complement.ts";
import { type ChoixEffet, jourDeDemande, joursPerdus } from "#domain/gerance/revisions/effet.ts";
import { debutDuGel } from "#domain/gerance/revisions/gel.ts";
import { trimestresManquants } from "#domain/gerance/revisions/indices.ts";
import { remiseEnCours } from "#domain/gerance/revisions/loyers.ts";
import {
  aDemanderAvant,
  changementQuiSuit,
  type DemandeDeRevision,
  demandeeApres,
  type Examen,
  etatRevision,
  examinerRevision,
  type FaitsDeRevision,
  type RevisionChiffree,
  refusDExamen,
} from "#domain/gerance/revisions/revision.ts";
import type {
  ChiffresDeRevision,
  EtatRevision,
  RevisionRow,
  RevisionsDuMois,
} from "#domain/gerance/revisions/revision-lue.ts";
import { enEuros, somme } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { dossierEnCours } from "#worker/db/conditions.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { revisions } from "#worker/db/schema/revisions.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  BAUX_PAR_LECTURE,
  type BailARevoir,
  lireBauxARevoir,
  lireSeriesEmployees,
  moisEtJourDeRevision,
  seriesDe,
} from "./faits-de-revision.ts";
import { lireRevisionsARefaire } from "./indices-corriges.ts";

type Faite = Awaited<ReturnType<typeof lireFaites>>[number];

/** The revisions of these leases since that day, not cancelled, with the mail of each. */
const lireFaites = (db: Db, baux: readonly BailARevoir[], depuis: Jour) =>
  db
    .select({
      revision: revisions,
      courriel: { id: courriels.id, etat: courriels.etat, partLe: courriels.partLe },
      erreur: courriels.erreur,
    })
    .from(revisions)
    .leftJoin(courriels, eq(courriels.id, revisions.CourrielId))
    .where(
      sql`${revisions.annuleeLe} IS NULL AND ${revisions.anniversaire} >= ${depuis} AND ${revisions.DossierId} IN (
        SELECT value FROM json_each(${JSON.stringify(baux.map(({ id }) => id))}))`,
    );

const cleDe = (DossierId: number, anniversaire: Jour) => `${DossierId} ${anniversaire}`;

/** The condition that a dossier is one of these. */
export const parmi = (ids: readonly number[]) =>
  sql`${dossiers.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** The revision of each anniversary of these leases since that day, cancelled ones left out. */
async function lireParAnniversaire(db: Db, baux: readonly BailARevoir[], depuis: Jour) {
  const faites = new Map<string, Faite>();
  for (let rang = 0; rang < baux.length; rang += BAUX_PAR_LECTURE) {
    const faitesDuLot = await lireFaites(db, baux.slice(rang, rang + BAUX_PAR_LECTURE), depuis);
    for (const faite of faitesDuLot)
      faites.set(cleDe(faite.revision.DossierId, faite.revision.anniversaire), faite);
  }
  return faites;
}

/**
 * The figures of a revision as the wire has them, in euros.
 * @param revision its amounts in cents, its indices in hundredths
 */
export const chiffresDe = ({
  effetLe,
  serie,
  trimestre,
  ...revision
}: RevisionChiffree): ChiffresDeRevision => ({
  effetLe,
  serie,
  ...trimestre,
  anneeAncienne: revision.anneeAncienne,
  indiceAncien: revision.indiceAncien / 100,
  indiceNouveau: revision.indiceNouveau / 100,
  loyerAvant: enEuros(revision.loyerAvant),
  loyerApres: enEuros(revision.loyerApres),
  chargeAvant: enEuros(revision.chargeAvant),
  chargeApres: enEuros(revision.chargeApres),
});

/**
 * The states that leave something to do: the present month also lists the revisions of the last year in these states.
 */
const A_FAIRE: readonly EtatRevision[] = [
  "a_notifier",
  "attente_indice",
  "indice_a_completer",
  "classe_a_saisir",
  "classe_a_confirmer",
  "accord_a_demander",
  "accord_demande",
];

/** Whether something is left to do, if only to post the letter, or to ask before the rent freezes. */
const resteAFaire = ({ canal, desLaDemande, etat, posteeLe }: RevisionRow): boolean =>
  A_FAIRE.includes(etat) ||
  desLaDemande ||
  etat === "jamais_partie" ||
  (etat === "notifiee" && canal === "lettre" && posteeLe === null);

/** A month to read, the effect chosen for late revisions, and the day of posting of letters (by default, today). */
interface MoisDemande {
  mois: Mois;
  effet?: ChoixEffet | undefined;
  posteeLe?: Jour | undefined;
  /** Whether receipts complete the months already billed. */
  complement?: boolean;
}

/**
 * The revisions of a month: the leases whose anniversary falls in it, each with its state and why. The present month
 * also lists the anniversaries of the last year that leave something to do (revisions/README §15.6).
 * @throws Invalid for a month too far away.
 */
export async function lireRevisionsDuMois(
  ctx: Pick<Contexte, "db" | "today">,
  { mois, effet = "premier_du_mois", posteeLe = ctx.today, complement = false }: MoisDemande,
): Promise<RevisionsDuMois> {
  const { db, today } = ctx;
  const [debut, fin] = [premierJour(mois), dernierJour(mois)];
  if (fin < ajouterAnnees(today, -5) || debut > ajouterAnnees(today, 1))
    throw new Invalid({ mois: "Un mois des cinq dernières années, ou de l’année qui vient." });
  const present = mois === moisDe(today);
  const depuis = present ? ajouterAnnees(today, -1) : debut;
  const [{ baux, indices, agence }, aRefaire, series] = await Promise.all([
    lireBauxARevoir(
      db,
      sql`${dossierEnCours(depuis)} AND ${dossiers.dateDebutBail} < ${fin}
      AND (${present ? 1 : 0} OR substr(${moisEtJourDeRevision}, 1, 2) = ${mois.slice(5)})`,
      today,
    ),
    lireRevisionsARefaire(ctx),
    lireSeriesEmployees(db, today),
  ]);
  const faites = await lireParAnniversaire(db, baux, depuis);
  const moment = { today, delaiPostal: agence.delaiPostal, effet, posteeLe, complement, faites };
  const lignes = baux.flatMap((bail) => {
    const veille = present ? depuis : ajouterJours(debut, -1);
    return anniversairesEntre(bail.dates, veille, fin).flatMap((anniversaire) => {
      const ligne = ligneDe(bail, { ...moment, anniversaire });
      if (!ligne) return [];
      return anniversaire >= debut || resteAFaire(ligne) ? [ligne] : [];
    });
  });
  const aDemander = lignes.filter(({ etat }) => etat === "a_notifier");
  return {
    mois,
    lignes,
    hausse: somme(
      ...aDemander.flatMap(({ chiffres }) =>
        chiffres
          ? [chiffres.loyerApres, -chiffres.loyerAvant, chiffres.chargeApres, -chiffres.chargeAvant]
          : [],
      ),
    ),
    aRefaire,
    indicesManquants: trimestresManquants(indices, seriesDe(series)).filter(
      (manquant) => parution(manquant) <= today,
    ),
  };
}

interface Moment {
  anniversaire: Jour;
  today: Jour;
  delaiPostal: number;
  effet: ChoixEffet;
  posteeLe: Jour;
  complement: boolean;
  faites: ReadonlyMap<string, Faite>;
}

/**
 * The channel by which a request for a revision reaches the tenants, and the day from which it counts: today for a
 * mail; for a letter, its posting day plus the postal delay.
 */
export const demandeDuJour = (
  { accordEmail }: Pick<BailARevoir, "accordEmail">,
  { today, delaiPostal, posteeLe }: Pick<Moment, "today" | "delaiPostal" | "posteeLe">,
) => {
  const canal = accordEmail ? ("courriel" as const) : ("lettre" as const);
  const demandeLe = accordEmail ? today : jourDeDemande({ canal: "lettre", posteeLe }, delaiPostal);
  return { canal, demandeLe };
};

/** A revision examined as it would be asked, with the sum that would complete the months already billed. */
function examinerAussi(faits: FaitsDeRevision, demande: DemandeDeRevision) {
  const complete = examinerRevision(faits, { ...demande, complement: true });
  const { complements = [], effetLe = "" } = complete.revision ?? {};
  const completable = complements.length > 0 && changementQuiSuit(faits, effetLe) === null;
  const examen =
    complements.length === 0 || (completable && demande.complement)
      ? complete
      : examinerRevision(faits, { ...demande, complement: false });
  return { examen, complement: completable ? enEuros(totalDesComplements(complements)) : null };
}

/** A line of the month; null when the revision of the anniversary has no state (`etatRevision`). */
function ligneDe(bail: BailARevoir, moment: Moment): RevisionRow | null {
  const { anniversaire, today, faites } = moment;
  const faits = bail.faits(anniversaire);
  const etat = etatRevision(faits, today);
  if (etat === null) return null;
  const faite = faites.get(cleDe(bail.id, anniversaire));
  const { canal, demandeLe } = demandeDuJour(bail, moment);
  const demande = {
    ...{ demandeLe, choix: moment.effet, complement: moment.complement },
    classeConfirmee: etat === "classe_a_confirmer",
  };
  const { examen, complement } = examinerAussi(faits, demande);
  const arretee = faite ? null : arretDe(faits, { demande, examen });
  const revision = arretee === null ? examen.revision : null;
  const accord = faite || !revision ? null : accordAttendu(faits.accords, revision);
  const lue = {
    // A revision frozen by default may be allowed with the effect that is asked for: it then has the state of that
    // request.
    etat: etat === "gelee" && examen.revision ? examen.etat : etat,
    desLaDemande:
      !faite &&
      (etat === "gelee" || examen.etat === "gelee") &&
      examinerRevision(faits, { ...demande, choix: "des_la_demande" }).revision !== null,
  };
  return {
    DossierId: bail.id,
    anniversaire,
    id: faite?.revision.id ?? null,
    ...lue,
    pourquoi:
      arretee ??
      (accord && SANS_AUTRE_RAISON.includes(lue.etat) ? motsDeLAccord(accord) : null) ??
      pourquoi({ ...lue, faits, examen, faite, canal, demandeLe }),
    ...logementDe(bail, etat),
    chiffres: faite ? chiffresNotes(faite.revision) : revision && chiffresDe(revision),
    joursPerdus: faite ? perdusDe(faits, faite) : (revision?.joursPerdus ?? 0),
    complement: faite || !revision ? null : complement,
    canal: faite?.revision.canal ?? canal,
    demandeLe: faite?.revision.demandeLe ?? null,
    posteeLe: faite?.revision.posteeLe ?? null,
    accord: accord?.etat ?? null,
    aRepondre: accord ? aRepondre(accord) : [],
    courriel: faite?.courriel ?? null,
    annulable: faite !== undefined && annulable(faite, today),
    perdueSiAnnulee: sousLoi89(faits.bail) && renoncementDe(anniversaire) <= demandeLe,
  };
}

/** The reason that stops a revision whose own facts allow it: another anniversary, or another change of the rent. */
function arretDe(
  faits: FaitsDeRevision,
  { demande, examen }: { demande: DemandeDeRevision; examen: Examen },
): string | null {
  if (examen.revision === null) return examen.etat === "appliquee" ? demandeeApres(faits) : null;
  return aDemanderAvant(faits, demande) ?? changementQuiSuit(faits, examen.revision.effetLe);
}

/** The days since the anniversary on which the former rent still applied, because the revision was asked late. */
const perdusDe = (
  { loyers }: FaitsDeRevision,
  { revision: { anniversaire, effetLe } }: Faite,
): number => (effetLe === null ? 0 : joursPerdus(loyers, { anniversaire, effetLe }));

/** The channel of a request, the day its letter was posted and the state of its mail. */
const envoiDe = ({ revision: { canal, posteeLe }, courriel }: Faite) => ({
  ...{ canal, posteeLe },
  courriel: courriel?.etat ?? null,
});

/** Whether the day lets a revision be undone; a renunciation may be undone on any day. */
const annulable = (faite: Faite, today: Jour): boolean => {
  const { effetLe } = faite.revision;
  const partie = demandePartie(envoiDe(faite));
  return effetLe === null || annulableLe({ effetLe, partie }, today);
};

/** The lease of a line: its tenant, its dwelling, its owner and its rent. */
const logementDe = (bail: BailARevoir, etat: EtatRevision) => ({
  locataire: nomComplet(bail),
  appartement: nomAppartement(bail),
  AppartementId: bail.AppartementId,
  classeASaisir:
    etat === "classe_a_saisir" && bail.dpeClasse === null
      ? { version: bail.versionAppartement }
      : null,
  proprietaire: bail.bailleurs[0] ? nomComplet(bail.bailleurs[0]) : null,
  loyerHC: bail.loyerHC,
});

/** The owners whose agreement is still missing. */
const aRepondre = ({ bailleurs }: AccordAttendu): RevisionRow["aRepondre"] =>
  bailleurs.flatMap(({ dernier, etat, id, nom }) =>
    etat === "accord_donne" || id === null
      ? []
      : [{ id, nom, demandeLe: etat === "accord_demande" ? (dernier?.demandeLe ?? null) : null }],
  );

/** The states that only the owner's agreement explains. */
const SANS_AUTRE_RAISON: readonly EtatRevision[] = [
  "a_notifier",
  "accord_a_demander",
  "accord_demande",
];

/** A line whose reason is to be put in words: its present state, and its examination as it would be asked. */
interface LigneExaminee {
  etat: EtatRevision;
  desLaDemande: boolean;
  faits: FaitsDeRevision;
  examen: Examen;
  faite: Faite | undefined;
  canal: RevisionRow["canal"];
  demandeLe: Jour;
}

function pourquoi(ligne: LigneExaminee): string | null {
  const { canal, demandeLe, desLaDemande, etat, examen, faite, faits } = ligne;
  if (faite) return motsDeLaFaite(faite, etat);
  if (desLaDemande)
    return `Encore possible avec effet dès la demande : ce loyer gèle le ${formatJour(debutDuGel(faits.bail) ?? "")}, quand le bail se renouvelle.`;
  if (
    etat === "notifiee" ||
    etat === "jamais_partie" ||
    etat === "appliquee" ||
    etat === "renoncee"
  )
    return null;
  if (etat !== "a_notifier") return refusDExamen({ etat }, faits);
  if (examen.revision !== null) return remiseDAbord(faits, examen.revision.effetLe);
  const recue = canal === "lettre" ? `Sa lettre arriverait le ${formatJour(demandeLe)}. ` : "";
  return `${recue}${refusDExamen(examen, faits)}`;
}

/** The words of a revision that applies once a temporary reduction of rent has ended; null for another one. */
function remiseDAbord({ loyers }: FaitsDeRevision, effetLe: Jour): string | null {
  const veille = ajouterJours(effetLe, -1);
  return remiseEnCours(loyers, veille) === null
    ? null
    : `Une remise court jusqu’au ${formatJour(veille)} : le loyer révisé s’applique ensuite.`;
}

/** The words of a revision that was asked or given up; null when its state says it all. */
function motsDeLaFaite(faite: Faite, etat: EtatRevision): string | null {
  const { motif, posteeLe } = faite.revision;
  if (etat === "renoncee") return motif;
  const arret = motsDeLArret(envoiDe(faite));
  if (arret !== null)
    return faite.courriel?.etat === "refuse" && faite.erreur !== null
      ? `${arret}. ${faite.erreur}`
      : `${arret}.`;
  return posteeLe === null ? null : `Lettre postée le ${formatJour(posteeLe)}.`;
}

/** The figures that a row keeps, in euros; null when the owner gave the revision up. */
export function chiffresNotes(revision: Faite["revision"]): ChiffresDeRevision | null {
  const { effetLe, serie, annee, trimestre, anneeAncienne, indiceAncien, indiceNouveau } = revision;
  const { loyerAvant, loyerApres, chargeAvant, chargeApres } = revision;
  if (
    effetLe === null ||
    serie === null ||
    annee === null ||
    trimestre === null ||
    anneeAncienne === null ||
    indiceAncien === null ||
    indiceNouveau === null ||
    loyerAvant === null ||
    loyerApres === null ||
    chargeAvant === null ||
    chargeApres === null
  )
    return null;
  return {
    ...{
      effetLe,
      serie,
      annee,
      trimestre,
      anneeAncienne,
      loyerAvant,
      loyerApres,
      chargeAvant,
      chargeApres,
    },
    indiceAncien: indiceAncien / 100,
    indiceNouveau: indiceNouveau / 100,
  };
}
