import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { ContenuSolde } from "#domain/gerance/departs/depart.ts";
import { lignesDeMajoration } from "#domain/gerance/departs/solde-de-sortie.ts";
import {
  type ChargeDeLaMajoration,
  depotDitParLeBailleur,
  majorationDue,
} from "#domain/gerance/livres/ecritures-depots.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { onWhatIsRead } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { type DepartLu, lireDepart } from "./depart-lu.ts";
import {
  type Arret,
  type AuxLivres,
  arreterAuxLivres,
  arreterSeul,
  type Fait,
  lireCompte,
} from "./soldes-ecrits.ts";
import { tenuPar } from "./sommes-tenues.ts";

/**
 * Makes another account of a departure, for the sum that a late return owes to the tenant (loi n° 89-462, art. 22;
 * departs/README §14.3). Its sum is given back as that of any other account.
 * @param demande `aLaCharge`: the owner, or the agency if the delay is its fault
 * @throws NotFound when no account is frozen; Conflict when nothing is late, the sum is called already, or the owner
 * holds the deposit and the agency would pay; Invalid when the account of `aLaCharge` does not hold the sum: the
 * owner's account, or the money that the agency put in.
 */
export async function appelerMajoration(
  ctx: Contexte,
  { DossierId, aLaCharge }: { DossierId: number; aLaCharge: ChargeDeLaMajoration },
): Promise<Fait> {
  const suites = await onWhatIsRead(async () => {
    const departLu = await lireDepart(ctx, DossierId);
    const vivants = departLu.vue.soldes.filter(({ annuleLe }) => annuleLe === null);
    const sortie = vivants.find(({ genre }) => genre === "sortie");
    if (!departLu.depart || !sortie) throw new NotFound("Aucun compte de sortie n’est arrêté.");
    if (vivants.some(({ genre }) => genre === "majoration"))
      throw new Conflict("Cette majoration est déjà appelée.");
    const { majoration } = departLu.vue.compte;
    const { echeance, lieu, loyerHC } = sortie.contenu;
    if (majoration === 0 || echeance === null)
      throw new Conflict("Ce dépôt n’est pas rendu en retard.");
    const rendu = departLu.dossier.dateRetourCaution ?? ctx.today;
    if (lieu === "bailleur" && aLaCharge === "agence")
      throw new Conflict("Le bailleur détient ce dépôt : le retard est le sien.");
    const contenu: ContenuSolde = {
      ...sortie.contenu,
      lignes: lignesDeMajoration(majoration, { echeance, rendu, loyerHC }),
      depot: 0,
      impute: 0,
      provision: 0,
      motifProvision: null,
      restitution: majoration,
      resteDu: 0,
      echeance: null,
    };
    const arret = { depart: departLu.depart, contenu, genre: "majoration" } as const;
    if (!departLu.vue.compte.livres) return arreterSeul(ctx, departLu, arret);
    return arreterAuxLivres(ctx, departLu, {
      ...arret,
      ...(await majorationAuxLivres(ctx, departLu, { lieu, montant: majoration, aLaCharge })),
    });
  });
  return { ...suites, vue: (await lireDepart(ctx, DossierId)).vue };
}

async function majorationAuxLivres(
  ctx: Contexte,
  { dossier }: DepartLu,
  quoi: Pick<ContenuSolde, "lieu"> & { montant: Centimes; aLaCharge: ChargeDeLaMajoration },
): Promise<AuxLivres & Pick<Arret, "quand">> {
  const { lieu, montant, aLaCharge } = quoi;
  const seule = { appels: [], impute: 0 };
  const libelle = "Majoration de retard du dépôt de garantie (article 22)";
  if (lieu === "bailleur") {
    return {
      ...seule,
      autres: [{ ...depotDitParLeBailleur({ dossier: dossier.id }, montant), libelle }],
    };
  }
  const { mandat } = await lireCompte(ctx, dossier.id);
  return {
    ...seule,
    autres: [{ ...majorationDue({ dossier: dossier.id, mandat }, montant, aLaCharge), libelle }],
    quand: await tenuPar(ctx, aLaCharge === "agence" ? "agence" : { mandat }, {
      montant,
      champ: "aLaCharge",
    }),
  };
}
