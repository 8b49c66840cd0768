import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import { encaisse, modeDeReglement } from "#domain/gerance/locataires/reglement.ts";
import type { CourrielEnAttente } from "#domain/quittances/courriel.ts";
import {
  differe,
  type EtatDemande,
  type EtatDePaiement,
  etatVoulu,
  partVoulue,
  type SourceDePaiement,
} from "#domain/quittances/etat-de-paiement.ts";
import { etatQuittance, totalQuittance } from "#domain/quittances/quittance.ts";
import {
  type DemandeDuLot,
  type ResultatDuLot,
  refusDuLot,
} from "#domain/quittances/quittance-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { quittanceComptee, quittanceEst } from "#worker/db/conditions-quittances.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { asRead, isStale, onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import type { Reprises } from "#worker/operations/gerance/locataires/comptes-lus.ts";
import { regler } from "#worker/operations/gerance/locataires/imputations.ts";
import { paiementDit, suitesDe } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { inscrire, regleeDe } from "#worker/operations/gerance/locataires/reglements.ts";
import {
  finirReglements,
  nonProuves,
  nonRendus,
  reglementsDe,
  reglentSeulement,
} from "#worker/operations/gerance/locataires/reglements-finis.ts";
import {
  fondsInchanges,
  placerSur,
} from "#worker/operations/gerance/locataires/reglements-places.ts";

export interface Changement {
  /** False when the receipt had this state already: nothing was written. */
  change: boolean;
  /** The mails of the changed receipt that wait to be sent, to be queued. */
  courriels: CourrielEnAttente[];
  /** The R2 key of the outdated PDF, to be deleted. */
  ancienPdf: string | null;
}

/**
 * Gives a receipt this state, in one transaction with its history and its mails (quittances/README §2.7, §7.3). When
 * the agency marks it as paid, the quittance is to be sent to a tenant who agreed to e-mail, and an avis not sent yet
 * is cancelled. When it is no longer paid, a quittance not sent yet is cancelled, and a cancelled avis waits again.
 * The receipt no longer names the PDF of its former state. When the receipt has this state already, nothing happens.
 * @param source `locataire`: the state comes from the tenant's answer, and must equal it.
 * @param lue the version the change is based on, when the caller knows it.
 * @throws NotFound when there is no such receipt; Conflict when the receipt changed since it was read, is cancelled,
 * or its tenant answered otherwise; Invalid when the amount received covers the whole sum; and the errors of {@link
 * donnerEtat}.
 */
export async function changerEtat(
  ctx: Appel,
  {
    id,
    source,
    lue = {},
    ...etat
  }: EtatDemande & { id: number; source: SourceDePaiement; lue?: VersionLue },
): Promise<Changement> {
  const {
    avant: [avant],
    ...changement
  } = await donnerEtat(ctx, etat, {
    lesquelles: sql`"Quitance".id = ${id}`,
    source,
    condition: sql`${quittanceComptee} AND ${asRead(quitances, lue) ?? sql`true`}
      ${source === "agence" ? sql`` : sql`AND reponse = ${Number(etat.regle)}`}
      ${etat.montantPaye ? sql`AND ${sql.param(etat.montantPaye, quitances.montantPaye)} < "loyerHC" + charge + assurance` : sql``}`,
  });
  if (!avant) throw new NotFound();
  if (avant.annuleeLe !== null) throw new Conflict("Cette quittance est annulée.");
  if (isStale(avant, lue)) throw new Conflict(FICHE_MODIFIEE);
  if (source === "locataire" && avant.reponse !== etat.regle) {
    throw new Conflict("Le locataire n’a pas fait cette déclaration.");
  }
  if (etat.montantPaye && etat.montantPaye >= totalQuittance(avant)) {
    throw new Invalid({
      montantPaye: "Ce montant couvre toute l’échéance : marquez la quittance comme payée.",
    });
  }
  return changementSeul(changement);
}

/** The outcome for many receipts, with the mails to queue and the outdated PDFs to delete. */
export interface ChangementDuLot extends ResultatDuLot {
  /** The mails of the changed receipts that wait to be sent, to be queued. */
  courriels: CourrielEnAttente[];
  anciensPdf: string[];
}

/**
 * Marks many receipts paid or unpaid, in one transaction: each receipt is changed wholly or left as it is, with the
 * reason. A receipt of another version than the one read, or whose payment cannot be taken back, is left as it is
 * (locataires/README §12.6). A receipt already paid keeps its day and its mode (quittances/README §7.3).
 * @throws Invalid when the mode of a new payment brings in no money.
 */
export async function changerEtats(
  ctx: Appel,
  { ids, declarees, inconnue = false, versions = {}, ...paiement }: DemandeDuLot,
): Promise<ChangementDuLot> {
  const etat = { ...paiement, statusInconu: inconnue && !paiement.regle };
  const laissees = declarees
    ? sql`NOT (${quittanceEst.declaree})`
    : etat.regle
      ? quittanceEst.payee
      : sql`false`;
  const { avant, changees, gardees, courriels, anciensPdf } = await donnerEtat(ctx, etat, {
    lesquelles: sql`"Quitance".id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    source: "agence",
    enLot: true,
    condition: sql`${quittanceComptee} AND NOT (${laissees})
      AND version = coalesce((SELECT value FROM json_each(${JSON.stringify(versions)})
        WHERE key = CAST("Quitance".id AS text)), version)`,
  });
  const trouvees = new Map(avant.map((quittance) => [quittance.id, quittance]));
  const faites = new Set(changees);
  const refusees = [...new Set(ids)]
    .filter((id) => !faites.has(id))
    .map((id) => {
      const quittance = trouvees.get(id);
      const modifiee = quittance !== undefined && isStale(quittance, { version: versions[id] });
      const motif = gardees.get(id) ?? refusDuLot(quittance && etatQuittance(quittance), modifiee);
      return { id, numero: quittance?.numero ?? null, motif };
    });
  return { changees, refusees, courriels, anciensPdf };
}

type Appel = Pick<Contexte, "db" | "user" | "today">;

interface Application {
  /** The condition on `Quitance` that selects the receipts to change. */
  lesquelles: SQL;
  source: SourceDePaiement;
  /** The condition on `Quitance` alone that selects the receipts that may change. */
  condition: SQL;
  /** In a batch, a receipt whose payment cannot be taken back is left as it is; alone, it is refused. */
  enLot?: boolean;
  /** The answer by which the tenant himself gives the state; absent for any other change. */
  reponse?: { paye: boolean; le: string };
}

type QuittanceLue = Awaited<ReturnType<typeof lireQuittances>>[number];

const lireQuittances = (db: Db, lesquelles: SQL, condition: SQL) =>
  db
    .select({
      id: quitances.id,
      DossierId: quitances.DossierId,
      numero: quitances.numero,
      clePdf: quitances.clePdf,
      updatedAt: quitances.updatedAt,
      version: quitances.version,
      loyerHC: quitances.loyerHC,
      charge: quitances.charge,
      assurance: quitances.assurance,
      regle: quitances.regle,
      statusInconu: quitances.statusInconu,
      montantPaye: quitances.montantPaye,
      datePaiement: quitances.datePaiement,
      mode: quitances.mode,
      source: quitances.source,
      annuleeLe: quitances.annuleeLe,
      reponse: quitances.reponse,
      dit: paiementDit,
      admise: selected<number>(condition),
    })
    .from(quitances)
    .where(lesquelles);

/**
 * Gives receipts a state, in one write that requires them to be as they were read: new payments are recorded, former
 * payments are taken back (locataires/README §12.6).
 * @throws Conflict when a payment cannot be taken back, and the receipt is not one of a batch; Invalid when the mode
 * of a new payment brings in no money.
 */
export async function donnerEtat(
  { db, user, today }: Appel,
  demande: EtatDemande,
  { lesquelles, source, condition, enLot = false, reponse }: Application,
) {
  return onWhatIsRead(async () => {
    const avant = await lireQuittances(db, lesquelles, condition);
    const differentes = avant.flatMap((quittance) => {
      const etat = etatVoulu(quittance, demande, { source, today });
      return quittance.admise === 1 && differe(quittance, etat, source)
        ? [{ quittance, etat }]
        : [];
    });
    const { gardees, ...reprises } = await reglementsDe({ db }, differentes.flatMap(aReprendre));
    const [refus] = gardees.values();
    if (refus && !enLot) throw new Conflict(refus);
    const voulues = differentes.filter(({ quittance }) => !gardees.has(quittance.id));
    if (voulues.length === 0) {
      return { avant, changees: [], gardees, courriels: [], anciensPdf: [] };
    }
    const { places, comptes } = await paiementsVoulus(db, voulues, { source, today, reprises });
    const changees = voulues.map(({ quittance }) => quittance.id);
    const {
      avant: suivies,
      inchange,
      ecrites,
    } = await regler(
      { db, today, user },
      {
        comptes,
        reglees: places.map(regleeDe),
        dits: { voulus: voulues, source, reponse },
      },
    );
    const { attente } = await db.write({
      garde: provided(
        db,
        sql`${inchange} AND ${fondsInchanges(places)} AND ${nonRendus(reprises.ids)}
          AND ${nonProuves(reprises.ids)} AND ${reglentSeulement(reprises.ids, changees)}`,
      ),
      ...finirReglements(db, reprises.ids, {
        etat: "annule",
        motif: "Repris avec la quittance",
        today,
        user,
      }),
      ...inscrire(db, places, user),
      ...ecrites,
    });
    return { avant, changees, gardees, ...suitesDe(suivies, attente) };
  });
}

/** The change of a single receipt. */
export function changementSeul({
  changees,
  courriels,
  anciensPdf,
}: Omit<ChangementDuLot, "refusees">): Changement {
  return { change: changees.length > 0, courriels, ancienPdf: anciensPdf[0] ?? null };
}

interface Voulue {
  quittance: QuittanceLue;
  etat: EtatDePaiement;
}

/** The identifier of a receipt whose payments are taken back; none for another receipt. */
const aReprendre = ({ quittance, etat }: Voulue): number | [] =>
  partVoulue(quittance, etat).reprendre ? quittance.id : [];

/**
 * The payments that give receipts the wanted state; none for a state that does not come from the agency.
 * @throws Invalid for a mode that brings no money.
 */
function paiementsVoulus(
  db: Db,
  voulues: readonly Voulue[],
  { source, today, reprises }: { source: SourceDePaiement; today: Jour; reprises: Reprises },
) {
  const demandes = voulues.flatMap(({ quittance, etat }) => {
    const { montant } = partVoulue(quittance, etat);
    if (montant <= 0 || etat.datePaiement === null || source !== "agence") return [];
    const mode = etat.mode === null ? null : modeDeReglement(etat.mode);
    if (!encaisse(mode))
      throw new Invalid({
        mode: "Ce mode n’apporte pas d’argent : choisissez celui du règlement.",
      });
    return [
      {
        DossierId: quittance.DossierId,
        QuitanceId: quittance.id,
        date: etat.datePaiement,
        montant,
        mode,
        payeur: "locataire" as const,
      },
    ];
  });
  return placerSur({ db, today }, { demandes, reprises });
}
