import { contactDAbord } from "../biens/appartement.ts";
import { formatJour, type Jour } from "../dates.ts";
import { ordre } from "../ordre.ts";
import { estMorale, nomComplet, type Personne } from "./personne.ts";

/**
 * The rights of an owner on a dwelling: the whole of it, its use and its rents, or the rest (Code civil, art. 544,
 * 578).
 */
export const DROITS = ["pleine_propriete", "usufruit", "nue_propriete"] as const;

export type Droit = (typeof DROITS)[number];

export const LIBELLES_DROITS: Record<Droit, string> = {
  pleine_propriete: "Pleine propriété",
  usufruit: "Usufruit",
  nue_propriete: "Nue-propriété",
};

/** An owner with his right; without one, he has the whole. */
export interface Titulaire extends Personne {
  droit?: Droit;
}

/**
 * Whether an owner lets the dwelling: the bare owner lets nothing and receives no rent, the owner of the use does both
 * (Code civil, art. 582, 595).
 */
export const donneEnLocation = ({ droit }: { droit?: Droit | undefined }): boolean =>
  droit !== "nue_propriete";

/** The owners who let a dwelling, the contact first: all but the bare owners, each with his right. */
export const bailleursDe = <Client extends { id: number }>({
  proprietes,
  defaultContact,
}: {
  proprietes: readonly { client: Client; droit: Droit }[];
  defaultContact: number | null;
}): (Client & { droit: Droit })[] =>
  contactDAbord(
    proprietes.filter(donneEnLocation).map(({ client, droit }) => ({ ...client, droit })),
    defaultContact,
  );

/** The noted end of a usufruct. */
export interface FinNotee<Client> {
  client: Client;
  /** From this day on, the dwelling was no longer his. */
  le: Jour;
  /** The bare owners who then had the whole; null: all the others. */
  pleins: readonly number[] | null;
}

/**
 * The owners who let a dwelling on a day, as {@link bailleursDe}: whose usufruct ended later let it then, and those whom
 * that end made full owners did not (Code civil, art. 595, 617).
 *
 * @param fins the ended usufructs of the dwelling
 */
export function bailleursLe<Client extends { id: number }>(
  logement: {
    proprietes: readonly { client: Client; droit: Droit }[];
    defaultContact: number | null;
  },
  fins: readonly FinNotee<Client>[],
  jour: Jour,
): (Client & { droit: Droit })[] {
  const proprietes = fins
    .filter(({ le }) => jour < le)
    .toSorted((cession, autre) => ordre(autre.le, cession.le))
    .reduce<readonly { client: Client; droit: Droit }[]>(
      (titres, { client, pleins }) => [
        ...titres
          .filter((titre) => titre.client.id !== client.id)
          .map((titre) =>
            pleins === null || pleins.includes(titre.client.id)
              ? { ...titre, droit: "nue_propriete" as const }
              : titre,
          ),
        { client, droit: "usufruit" },
      ],
      logement.proprietes,
    );
  return bailleursDe({ ...logement, proprietes });
}

/**
 * « usufruitière », « nu-propriétaire »: the word on papers for an owner without the whole right; null for the whole.
 */
export function motDuDroit({ droit, ...personne }: Titulaire): string | null {
  const feminin = !estMorale(personne) && personne.titre !== null && personne.titre !== "Monsieur";
  if (droit === "usufruit") return feminin ? "usufruitière" : "usufruitier";
  if (droit === "nue_propriete") return feminin ? "nue-propriétaire" : "nu-propriétaire";
  return null;
}

/**
 * The right of a principal on the dwellings of a mandate: his right on all those that he owns; the whole where they
 * differ, or where he owns none.
 *
 * @param proprietes the owners of these dwellings
 */
export function droitDuMandant(
  ClientId: number,
  proprietes: readonly { ClientId: number; droit: Droit }[],
): Droit {
  const droits = new Set(
    proprietes.filter((lien) => lien.ClientId === ClientId).map(({ droit }) => droit),
  );
  const [seul] = droits;
  return droits.size === 1 && seul ? seul : "pleine_propriete";
}

/** How a usufruct ends (Code civil, art. 617). */
export const FINS_USUFRUIT = {
  deces: "Décès de l’usufruitier",
  terme: "Arrivée du terme",
  renonciation: "Renonciation",
} as const;

export type FinUsufruit = keyof typeof FINS_USUFRUIT;

export const MOTIFS_FIN_USUFRUIT = ["deces", "terme", "renonciation"] as const;

/** Why the end of a usufruct is not noted: nobody would have the whole of the dwelling. */
export const SANS_NU_PROPRIETAIRE =
  "Ce bien n’a pas de nu-propriétaire, à qui la pleine propriété reviendrait : dites d’abord qui l’est.";

/**
 * The consequences of the end of a usufruct, for staff to do: the rents and leases, then the mandates (Code civil, art.
 * 586, 595, 617, 2003).
 * @param reste another person has the use of the dwelling: nobody becomes full owner
 * @param mandats the mandates of the dwelling that he commissioned, by their number
 */
export function suitesDeLaFin({
  usufruitier,
  pleins,
  le,
  motif,
  reste,
  mandats,
}: {
  usufruitier: Personne;
  pleins: readonly Personne[];
  le: Jour;
  motif: FinUsufruit;
  reste: boolean;
  mandats: readonly string[];
}): string[] {
  const jour = formatJour(le);
  const noms = pleins.map(nomComplet).join(", ");
  return [
    reste
      ? `L’usufruit de ${nomComplet(usufruitier)} a pris fin le ${jour} ; celui des autres usufruitiers demeure. Vérifiez dans l’acte s’il leur revient.`
      : `L’usufruit de ${nomComplet(usufruitier)} a pris fin le ${jour} : ${noms} ${pleins.length > 1 ? "sont pleins propriétaires" : "a la pleine propriété"} (Code civil, article 617).`,
    `Les baux d’habitation ou de stationnement en cours continuent avec ${reste ? "les usufruitiers qui restent" : noms} pour ${reste || pleins.length > 1 ? "bailleurs" : "bailleur"}, dans la limite de neuf ans (article 595) ; leurs loyers ${reste || pleins.length > 1 ? "leur" : "lui"} reviennent depuis ce jour (article 586). Prévenez les locataires.`,
    ...mandats.map((numero) =>
      motif === "deces"
        ? `${numero} : la mort du mandant met fin à son engagement (article 2003). Faites signer un avenant, ou un nouveau mandat, puis dites les parts depuis ce jour.`
        : `${numero} : faites signer un avenant, puis dites les parts depuis ce jour.`,
    ),
    ...(mandats.length > 0
      ? [
          "Les comptes déjà rendus ne changent pas : ce qui reste à rendre suit les nouvelles parts.",
        ]
      : []),
  ];
}

/** The reason why the right of the last owner who may let a dwelling stays. */
export const RAISON_DU_DERNIER_BAILLEUR =
  "Ce bien n’aurait plus que des nus-propriétaires : dites d’abord qui en a l’usufruit ou la pleine propriété.";
