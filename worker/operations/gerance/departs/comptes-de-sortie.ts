import { Conflict, FICHE_MODIFIEE, NotFound } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import type { ContenuSolde } from "#domain/gerance/departs/depart.ts";
import { aLaChargeDuLocataire } from "#domain/gerance/departs/retenues.ts";
import { depotDitParLeBailleur } from "#domain/gerance/livres/ecritures-depots.ts";
import { enCentimes } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { bailleursDe } from "#domain/personnes/propriete.ts";
import { isStale, onWhatIsRead } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { type DepartLu, lireDepart, logementNomme } from "./depart-lu.ts";
import {
  type AuxLivres,
  arreterAuxLivres,
  arreterSeul,
  type EcritureDite,
  type Fait,
} from "./soldes-ecrits.ts";

/**
 * Freezes the account of a departure (departs/README §14.3), in one transaction. The sums that the tenant bears are
 * called, an unpaid call of the deposit is withdrawn, an advance joins the deposit, and the deposit settles what the
 * tenant owes. The account is kept as its paper prints it. When the books are not open, the account is all that is
 * written.
 * @param demande `version`: of the departure as it was read
 * @throws NotFound when no departure is noted; Conflict when a fact is missing, the account is frozen already, or the
 * departure changed since it was read.
 */
export async function arreterCompte(
  ctx: Contexte,
  { DossierId, ...versionLue }: VersionLue & { DossierId: number },
): Promise<Fait> {
  const suites = await onWhatIsRead(async () => {
    const departLu = await lireDepart(ctx, DossierId);
    const { vue, depart } = departLu;
    if (!depart) throw new NotFound("Aucun départ n’est noté.");
    if (isStale(depart, versionLue)) throw new Conflict(FICHE_MODIFIEE);
    if (vue.soldes.some(({ annuleLe }) => annuleLe === null))
      throw new Conflict("Ce compte de sortie est déjà arrêté.");
    const [manque] = vue.compte.manques;
    if (manque) throw new Conflict(manque);
    const arret = {
      depart,
      contenu: contenuDe(departLu, depart.motifProvision),
      genre: "sortie",
    } as const;
    if (!vue.compte.livres) return arreterSeul(ctx, departLu, arret);
    return arreterAuxLivres(ctx, departLu, {
      ...arret,
      ...appelsDe(departLu),
      autres: depotJamaisDit(departLu),
    });
  });
  return { ...suites, vue: (await lireDepart(ctx, DossierId)).vue };
}

/**
 * The addressees of the paper when a holder of the lease died: his estate, and the other holder; nothing otherwise.
 */
function destinatairesDe({
  depart,
  partants,
  titulaires,
}: DepartLu["vue"]): Pick<ContenuSolde, "destinataires" | "succession"> {
  const seul = depart?.genre === "deces";
  const morts = partants.filter(({ genre }) => genre === "deces").map(({ nom }) => nom);
  if (!seul && morts.length === 0) return {};
  return {
    ...(seul ? { succession: true } : {}),
    destinataires: titulaires.map((nom) =>
      seul || morts.includes(nom) ? `Succession de ${nom}` : nom,
    ),
  };
}

function contenuDe(
  { vue, depart, dossier }: DepartLu,
  motifProvision: string | null,
): ContenuSolde {
  const { depot, lieu, lignes, impute, provision, restitution, resteDu, echeance } = vue.compte;
  return {
    locataires: vue.titulaires,
    ...destinatairesDe(vue),
    logement: logementNomme(dossier),
    bailleur: bailleursDe(dossier.appartement).map(nomComplet).join(", "),
    nouvelleAdresse: dossier.nouvelleAdresse,
    clesLe: dossier.dateSortie ?? "",
    lignes,
    depot,
    lieu,
    impute,
    provision,
    motifProvision: provision > 0 ? motifProvision : null,
    restitution,
    resteDu,
    echeance,
    conforme: vue.etatIn !== null && vue.etatOut !== null ? (vue.depart?.conforme ?? null) : null,
    ...(vue.etatOut !== null && vue.etatIn === null ? { sansEntree: true } : {}),
    retenues: aLaChargeDuLocataire(depart?.retenues ?? []).some(
      ({ preuve }) => preuve === "devis" || preuve === "facture",
    ),
    loyerHC: enCentimes(dossier.loyerHC),
  };
}

/** The sums that the account of a departure calls, and `impute`, the cents of debts that the deposit then settles. */
function appelsDe({ vue, depart }: DepartLu): Pick<AuxLivres, "appels" | "impute"> {
  const retenues = aLaChargeDuLocataire(depart?.retenues ?? []).map(({ libelle, montant }) => ({
    nature: "reparation" as const,
    libelle,
    montant: enCentimes(montant),
  }));
  const { avance, depot, dues } = vue.compte;
  const dette =
    dues.reduce((du, { nature, reste }) => du + (nature === "depot" ? 0 : reste), 0) +
    retenues.reduce((du, { montant }) => du + montant, 0);
  // From the freeze on, an advance is held with the deposit: both settle debts and go back together.
  const enAvance = { nature: "depot" as const, libelle: "Payé d’avance, gardé avec le dépôt" };
  return {
    appels: [...retenues, ...(avance > 0 ? [{ ...enAvance, montant: avance }] : [])],
    impute: Math.min(dette, depot + avance),
  };
}

/** The entry of a deposit that the owner holds and that the books lack, though the account counts it. */
const depotJamaisDit = ({ vue, dossier }: DepartLu): EcritureDite[] =>
  vue.compte.lieu === "bailleur" && vue.compte.jamaisDit
    ? [
        {
          ...depotDitParLeBailleur({ dossier: dossier.id }, vue.compte.depot),
          libelle: "Dépôt de garantie, détenu par le bailleur",
        },
      ]
    : [];
