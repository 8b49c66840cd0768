import type { Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import type { ContenuSolde } from "#domain/gerance/departs/depart.ts";
import { echeanceDesCharges, soldeDesCharges } from "#domain/gerance/departs/solde-de-sortie.ts";
import { depotDitParLeBailleur, provisionsRendues } from "#domain/gerance/livres/ecritures.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { enCentimes } from "#domain/montants.ts";
import { onWhatIsRead } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { type DepartLu, lireDepart } from "./depart-lu.ts";
import {
  type AuxLivres,
  arreterAuxLivres,
  arreterSeul,
  type Fait,
  lireCompte,
} from "./soldes-ecrits.ts";
import { tenuPar } from "./sommes-tenues.ts";

/**
 * Settles what waited for the charges of the building (departs/README §14.3), once its accounts are approved: the
 * provisions called above their cost go back to the tenant with it; a cost above them is taken from it.
 * @param demande `appele`, `reel`: euros, of the period that waited
 * @throws NotFound when nothing waits; Conflict when it is settled; Invalid for a day to come, or when the owner's account
 *   does not hold what goes back.
 */
export async function solderCharges(
  ctx: Contexte,
  demande: { DossierId: number; approuveesLe: Jour; appele: number; reel: number },
): Promise<Fait> {
  const { DossierId, approuveesLe, appele, reel } = demande;
  if (approuveesLe > ctx.today) throw new Invalid({ approuveesLe: "Ce jour est à venir." });
  const suites = await onWhatIsRead(async () => {
    const depart = await lireDepart(ctx, DossierId);
    const vivants = depart.vue.soldes.filter(({ annuleLe }) => annuleLe === null);
    const sortie = vivants.find(({ genre }) => genre === "sortie");
    if (!depart.depart || !sortie || sortie.contenu.provision === 0)
      throw new NotFound("Rien n’attend les charges.");
    if (vivants.some(({ genre }) => genre === "charges"))
      throw new Conflict("Ces charges sont déjà soldées.");
    const { provision, clesLe } = sortie.contenu;
    if (approuveesLe < clesLe)
      throw new Invalid({ approuveesLe: "Cette approbation précède la remise des clés." });
    const cents = { appele: enCentimes(appele), reel: enCentimes(reel) };
    const solde = soldeDesCharges(provision, cents);
    const contenu: ContenuSolde = {
      ...sortie.contenu,
      lignes: [
        { libelle: "Provision gardée à la sortie", montant: provision },
        { libelle: "Provisions de charges appelées", montant: cents.appele },
        { libelle: "Charges de l’immeuble, part du locataire", montant: -cents.reel },
      ],
      depot: provision,
      impute: Math.min(provision, Math.max(0, cents.reel - cents.appele)),
      provision: 0,
      motifProvision: null,
      restitution: Math.max(0, solde),
      resteDu: Math.max(0, -solde),
      echeance: echeanceDesCharges(approuveesLe),
    };
    const arret = { depart: depart.depart, contenu, genre: "charges" } as const;
    if (!depart.vue.compte.livres) return arreterSeul(ctx, depart, arret);
    return arreterAuxLivres(ctx, depart, {
      ...arret,
      ...(await ecartAuxLivres(ctx, depart, { ...contenu, ecart: cents.appele - cents.reel })),
    });
  });
  return { ...suites, vue: (await lireDepart(ctx, DossierId)).vue };
}

/**
 * The entries of the difference between the provisions and the charges: above zero it leaves the owner's
 * account, or adds to what he holds; below, it is called from the tenant.
 * @throws Invalid when the owner's account does not hold it.
 */
async function ecartAuxLivres(
  ctx: Contexte,
  { dossier }: DepartLu,
  { lieu, impute, ecart }: Pick<ContenuSolde, "lieu" | "impute"> & { ecart: Centimes },
): Promise<AuxLivres> {
  if (ecart === 0) return { appels: [], autres: [], impute: 0 };
  if (ecart < 0) {
    const libelle = "Régularisation des charges au départ";
    return { appels: [{ nature: "regularisation", libelle, montant: -ecart }], autres: [], impute };
  }
  if (lieu === "bailleur")
    return {
      appels: [],
      impute: 0,
      autres: [
        {
          ...depotDitParLeBailleur({ dossier: dossier.id }, ecart),
          libelle: "Charges de sortie, à rendre par le bailleur",
        },
      ],
    };
  const { mandat } = await lireCompte(ctx, dossier.id);
  return {
    appels: [],
    impute: 0,
    autres: [
      {
        ...provisionsRendues({ dossier: dossier.id, mandat }, ecart),
        libelle: "Provisions de charges rendues au départ",
      },
    ],
    quand: await tenuPar(ctx, { mandat }, { montant: ecart, champ: "appele" }),
  };
}
