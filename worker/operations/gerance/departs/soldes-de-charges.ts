import { sql } from "drizzle-orm";
import { formatJour, type Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { chargesASolder, dejaReglees } from "#domain/gerance/departs/charges-soldees.ts";
import { lignesDues } from "#domain/gerance/departs/compte-de-sortie.ts";
import type { ChargesSoldees, ContenuSolde } from "#domain/gerance/departs/depart.ts";
import { echeanceDesCharges, soldeDesCharges } from "#domain/gerance/departs/solde-de-sortie.ts";
import {
  depotDitParLeBailleur,
  provisionsRendues,
} from "#domain/gerance/livres/ecritures-depots.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { enCentimes } from "#domain/montants.ts";
import { onWhatIsRead } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { type DepartLu, etatDesDecomptes, lireDepart } from "./depart-lu.ts";
import {
  type Arret,
  type AuxLivres,
  arreterAuxLivres,
  arreterSeul,
  type Fait,
  lireCompte,
} from "./soldes-ecrits.ts";
import { tenuPar } from "./sommes-tenues.ts";

interface Demande {
  DossierId: number;
  approuveesLe: Jour;
  appele: number;
  reel: number;
  du?: Jour | null | undefined;
}

/**
 * Settles the part of the deposit that waited for the charges of the building (departs/README §14.3), once its
 * accounts are approved. Provisions above the cost go back to the tenant with this part; a cost above them is taken
 * from it. Charges that a statement settled are not counted again: the part that waited pays what is left of that
 * statement.
 * @param demande `appele`, `reel`: the provisions called and the real cost, in euros, of the days from `du` to the
 * end of the lease
 * @throws NotFound when nothing waits; Conflict when the charges are settled already, or when `appele` and `reel`
 * differ though a statement settled them; Invalid for a day to come or before the keys, for days before the lease or
 * that a statement settled in part, or when the owner's account does not hold the sum to give back.
 */
export async function solderCharges(ctx: Contexte, demande: Demande): Promise<Fait> {
  const { DossierId, approuveesLe, appele, reel } = demande;
  if (approuveesLe > ctx.today) throw new Invalid({ approuveesLe: "Ce jour est à venir." });
  const suites = await onWhatIsRead(async () => {
    const depart = await lireDepart(ctx, DossierId);
    const sortie = sortieQuiAttend(depart);
    if (!depart.depart) throw new NotFound("Rien n’attend les charges.");
    if (approuveesLe < sortie.clesLe)
      throw new Invalid({ approuveesLe: "Cette approbation précède la remise des clés." });
    const charges = chargesDe(depart, demande);
    const cents = { appele: enCentimes(appele), reel: enCentimes(reel) };
    if (charges.decompte && cents.appele !== cents.reel)
      throw new Conflict(dejaReglees(charges.decompte));
    const contenu: ContenuSolde = {
      ...sortie,
      ...(charges.decompte
        ? compteDuDecompte(depart, sortie)
        : compteDesCharges(sortie, { ...charges, ...cents })),
      ...{ charges, depot: sortie.provision, provision: 0, motifProvision: null },
      echeance: echeanceDesCharges(approuveesLe),
    };
    const quand = sql`${etatDesDecomptes(DossierId)} = ${depart.etatCharges}`;
    const arret = { depart: depart.depart, contenu, genre: "charges", quand } as const;
    if (!depart.vue.compte.livres) return arreterSeul(ctx, depart, arret);
    const { impute } = contenu;
    const livres = charges.decompte
      ? { appels: [], autres: [], impute }
      : await ecartAuxLivres(ctx, depart, { ...contenu, ecart: cents.appele - cents.reel });
    return arreterAuxLivres(ctx, depart, {
      ...arret,
      ...livres,
      quand: sql`${quand} AND ${livres.quand ?? sql`true`}`,
    });
  });
  return { ...suites, vue: (await lireDepart(ctx, DossierId)).vue };
}

/**
 * The frozen account of the departure: a part of its deposit still waits for the charges.
 * @throws NotFound when nothing waits; Conflict when the charges are settled already.
 */
function sortieQuiAttend({ vue }: DepartLu): ContenuSolde {
  const vivants = vue.soldes.filter(({ annuleLe }) => annuleLe === null);
  const sortie = vivants.find(({ genre }) => genre === "sortie");
  if (!sortie || sortie.contenu.provision === 0) throw new NotFound("Rien n’attend les charges.");
  if (vivants.some(({ genre }) => genre === "charges"))
    throw new Conflict("Ces charges sont déjà soldées.");
  return sortie.contenu;
}

/**
 * @throws NotFound when no part of the deposit waits for charges; Invalid for days before the lease, or that
 * statements settled in part
 */
function chargesDe({ vue, reglees, dossier }: DepartLu, { du }: Demande): ChargesSoldees {
  const proposees = vue.compte.charges;
  if (!proposees) throw new NotFound("Rien n’attend les charges.");
  const debut = du ?? proposees.du;
  if (debut < dossier.dateDebutBail)
    throw new Invalid({ du: `Le bail commence le ${formatJour(dossier.dateDebutBail)}.` });
  const charges = chargesASolder({ du: debut, au: proposees.au }, reglees);
  if (typeof charges === "string") throw new Invalid({ du: charges });
  return charges;
}

type Compte = Pick<ContenuSolde, "impute" | "lignes" | "restitution" | "resteDu">;

const GARDEE = "Provision gardée à la sortie";

/** The account of charges that no statement settled. */
function compteDesCharges(
  { provision }: ContenuSolde,
  { du, au, ...cents }: Pick<ChargesSoldees, "du" | "au"> & { appele: Centimes; reel: Centimes },
): Compte {
  const solde = soldeDesCharges(provision, cents);
  const jours = `du ${formatJour(du)} au ${formatJour(au)}`;
  return {
    lignes: [
      { libelle: GARDEE, montant: provision },
      { libelle: `Provisions de charges appelées, ${jours}`, montant: cents.appele },
      { libelle: `Charges de l’immeuble, part du locataire, ${jours}`, montant: -cents.reel },
    ],
    impute: Math.min(provision, Math.max(0, cents.reel - cents.appele)),
    restitution: Math.max(0, solde),
    resteDu: Math.max(0, -solde),
  };
}

/** The account of charges that a statement settled: the part that waited pays the tenant's debt. */
function compteDuDecompte({ vue }: DepartLu, { provision }: ContenuSolde): Compte {
  const dues = vue.compte.dues.filter(({ nature }) => nature !== "depot");
  const dette = dues.reduce((total, { reste }) => total + reste, 0);
  const impute = Math.min(provision, dette);
  return {
    lignes: [{ libelle: GARDEE, montant: provision }, ...lignesDues(dues)],
    impute,
    restitution: provision - impute,
    resteDu: dette - impute,
  };
}

/**
 * The entries of the difference between the provisions and the charges. Above zero, it leaves the owner's account, or
 * adds to the deposit that he holds; below zero, it is called from the tenant.
 * @throws Invalid when the owner's account does not hold the difference.
 */
async function ecartAuxLivres(
  ctx: Contexte,
  { dossier }: DepartLu,
  { lieu, impute, ecart }: Pick<ContenuSolde, "lieu" | "impute"> & { ecart: Centimes },
): Promise<AuxLivres & Pick<Arret, "quand">> {
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
