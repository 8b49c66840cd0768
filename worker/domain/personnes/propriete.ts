import { formatJour, type Jour } from "../dates.ts";
import { ordre } from "../ordre.ts";
import { estMorale, nomComplet, type Personne } from "./personne.ts";

/**
 * The rights of an owner on a dwelling: full ownership, usufruct (use and rents), or bare ownership (Code civil, art.
 * 544, 578).
 */
export const DROITS = ["pleine_propriete", "usufruit", "nue_propriete"] as const;

export type Droit = (typeof DROITS)[number];

export const LIBELLES_DROITS: Record<Droit, string> = {
  pleine_propriete: "Pleine propriété",
  usufruit: "Usufruit",
  nue_propriete: "Nue-propriété",
};

/** An owner with his right on a dwelling; absent: full ownership. */
export interface Titulaire extends Personne {
  droit?: Droit;
}

/**
 * Whether an owner lets the dwelling and receives its rent: a full owner and a usufructuary do, a bare owner does not
 * (Code civil, art. 582, 595).
 */
export const donneEnLocation = ({ droit }: { droit?: Droit | undefined }): boolean =>
  droit !== "nue_propriete";

/** The id of the owner to write to: the contact chosen, or the only owner; null without either (web/README §10.4). */
export function contactDe(
  proprietaires: readonly { id: number }[],
  defaultContact: number | null,
): number | null {
  const [seul, autre] = proprietaires;
  return defaultContact ?? (autre === undefined ? (seul?.id ?? null) : null);
}

/** The owners in the order of papers: the contact first, the others by id. */
export function contactDAbord<Proprietaire extends { id: number }>(
  proprietaires: readonly Proprietaire[],
  defaultContact: number | null,
): Proprietaire[] {
  const contact = ({ id }: Proprietaire) => Number(id === defaultContact);
  return proprietaires.toSorted(
    (proprietaire, autre) => contact(autre) - contact(proprietaire) || proprietaire.id - autre.id,
  );
}

/** The owners who let a dwelling (never the bare owners), each with his right; the contact comes first. */
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

export interface FinNotee<Client> {
  client: Client;
  /** The first day without this usufruct. */
  le: Jour;
  /** The ids of the bare owners who became full owners on that day; null: all of them. */
  pleins: readonly number[] | null;
}

/**
 * The owners who let a dwelling on a day: today's owners, with the usufructs that still ran on that day restored
 * (Code civil, art. 595, 617).
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
 * The French word for an owner who is not full owner, « usufruitière », « nu-propriétaire »; null for a full owner.
 */
export function motDuDroit({ droit, ...personne }: Titulaire): string | null {
  const feminin = !estMorale(personne) && personne.titre !== null && personne.titre !== "Monsieur";
  if (droit === "usufruit") return feminin ? "usufruitière" : "usufruitier";
  if (droit === "nue_propriete") return feminin ? "nue-propriétaire" : "nu-propriétaire";
  return null;
}

/**
 * The right of an owner on the dwellings of a mandate: his right when he has the same on all of them, else full
 * ownership.
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

/** The ways in which a usufruct ends (Code civil, art. 617). */
export const FINS_USUFRUIT = {
  deces: "Décès de l’usufruitier",
  terme: "Arrivée du terme",
  renonciation: "Renonciation",
} as const;

export type FinUsufruit = keyof typeof FINS_USUFRUIT;

export const MOTIFS_FIN_USUFRUIT = ["deces", "terme", "renonciation"] as const;

/** The refusal to end a usufruct when the dwelling has no bare owner. */
export const SANS_NU_PROPRIETAIRE =
  "Ce bien n’a pas de nu-propriétaire, à qui la pleine propriété reviendrait : dites d’abord qui l’est.";

/**
 * The French steps left to staff after the end of a usufruct: rents, leases, mandates (Code civil, art. 586, 595, 617,
 * 2003).
 *
 * @param reste somebody else keeps the usufruct, so that nobody becomes full owner
 * @param mandats the numbers of the mandates that the usufructuary gave on the dwelling
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

/** The refusal to remove the last owner who may let a dwelling. */
export const RAISON_DU_DERNIER_BAILLEUR =
  "Ce bien n’aurait plus que des nus-propriétaires : dites d’abord qui en a l’usufruit ou la pleine propriété.";
