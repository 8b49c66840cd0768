import type { Agence } from "../agence/agence.ts";
import { type Avertissement, doute, manque, retenus } from "../avertissement.ts";
import { adresseConnue } from "../biens/adresse.ts";
import { formatJour, type Jour, terme } from "../dates.ts";
import { formatEuros, somme } from "../montants.ts";
import { ordre } from "../ordre.ts";
import { deNom } from "../orthographe.ts";
import { adresseClient } from "../personnes/client.ts";
import { mineurSeul } from "../personnes/majorite.ts";
import {
  nomLegal,
  type Qualite,
  type Represente,
  sansRepresentant,
} from "../personnes/personne.ts";
import { donneEnLocation, type Titulaire } from "../personnes/propriete.ts";
import {
  HONORAIRES_DE_LOCATION,
  type HonorairesDeLocation,
  sousHoguet,
  valeurTotalMission,
} from "./mission.ts";
import type { Mission } from "./mission-fiche.ts";

type TypeMission = Mission["type"];

/**
 * Whether fees wait for the signature of the lease: nothing may be charged before this signature (art. 6 of loi n°
 * 70-9).
 */
export const exigibleAuBail = (type: TypeMission): boolean => type === "location";

/**
 * Whether the agency receives rents and deposits for the owner: a management mission, in an agency that may hold
 * funds.
 */
export const recoitDesFonds = (type: TypeMission, agence: Agence): boolean =>
  type === "gestion" && !agence.nonDetentionFonds;

/**
 * Whether one of the owners is a consumer, who may withdraw (art. L. 221-18 of the code de la consommation); true when
 * the mandate has no owner yet.
 */
export const avecConsommateur = (mandants: readonly { qualite: Qualite }[]): boolean =>
  mandants.length === 0 || mandants.some(({ qualite }) => qualite !== "personne_morale");

const MOIS_PAR_DEFAUT = 12;
const MOIS_AU_PLUS = 120;

/**
 * The length of a mandate: a year unless given. A management mandate renews itself, for ten years in all at most (art.
 * 7 of loi n° 70-9, art. L. 215-1 of the code de la consommation).
 *
 * @returns `mois`; `fin`: the last day, null before the signature; `reconduit`: whether it renews itself
 */
export function dureeDuMandat({
  dateSignature,
  duree,
  type,
}: Pick<Mission, "dateSignature" | "duree" | "type">): {
  mois: number;
  fin: Jour | null;
  reconduit: boolean;
} {
  const mois = duree ?? MOIS_PAR_DEFAUT;
  return {
    mois,
    fin: dateSignature ? terme(dateSignature, mois) : null,
    reconduit: type === "gestion" && mois < MOIS_AU_PLUS,
  };
}

/**
 * Whether the mandate is signed and not over, renewals included.
 * @param mandat `finLe`: the last day of the mandate, once its final account is frozen
 */
export function mandatEnCours(
  {
    dateSignature,
    duree,
    type,
    finLe,
  }: Pick<Mission, "dateSignature" | "duree" | "type"> & { finLe?: Jour | null },
  today: Jour,
): boolean {
  const { mois, reconduit } = dureeDuMandat({ dateSignature, duree, type });
  if (!dateSignature || (finLe && finLe < today)) return false;
  return terme(dateSignature, reconduit ? MOIS_AU_PLUS : mois) >= today;
}

const CARTES: Partial<Record<TypeMission, { porte: RegExp; nom: string }>> = {
  gestion: { porte: /\bG\b|gestion/i, nom: "«\u00A0Gestion immobilière\u00A0»" },
  location: { porte: /\bT\b|transaction/i, nom: "«\u00A0Transactions\u00A0»" },
};

type Mandant = Parameters<typeof adresseClient>[0] & Represente & Pick<Titulaire, "droit">;

/** A mission and its links as far as they are known; null or absent: unknown. Euros with VAT. */
export interface MissionConnue {
  mission: { [Champ in keyof Mission]?: Mission[Champ] | null | undefined };
  mandants: readonly Mandant[] | null;
  biens: readonly unknown[] | null;
  agence: Agence | null;
  /** The agency keeps its register of management mandates in this product. */
  registreTenu?: boolean;
  /** The day on which the paper is made; absent: whether an owner is a minor is not checked. */
  emission?: Jour;
}

/** The facts missing or doubtful in a mission (missions/README §6.1), for the form and the paper. */
export function avertissementsMission({
  agence,
  biens,
  emission,
  mandants,
  mission,
  registreTenu = false,
}: MissionConnue): Avertissement<keyof Mission>[] {
  const { dateSignature, nbAppart, numRegistre, type } = mission;
  const carte = type ? CARTES[type] : undefined;
  const honoraires = chiffre(mission);
  const sansHonoraires = HONORAIRES_DE_LOCATION.find((champ) => typeof mission[champ] !== "number");
  return [
    ...manquesDuMandat(mandants, agence, emission),
    ...retenus<keyof Mission>([
      Boolean(type && sousHoguet(type)) &&
        !numRegistre?.trim() &&
        manque(
          "numRegistre",
          registreTenu
            ? SANS_NUMERO[type === "gestion" ? "gestion" : "location"]
            : SANS_NUMERO.tape,
        ),
      !dateSignature &&
        manque("dateSignature", "La date de signature de la mission n'est pas renseignée."),
      biens?.length === 0 && manque(null, "Aucun appartement n'est lié à la mission."),
      biens !== null &&
        typeof nbAppart === "number" &&
        biens.length > nbAppart &&
        doute(
          "nbAppart",
          `La mission désigne plus d'appartements (${biens.length}) que prévu (${nbAppart}).`,
        ),
      Boolean(type && sousHoguet(type)) &&
        sansHonoraires !== undefined &&
        manque(
          sansHonoraires,
          "Les honoraires de location et d'état des lieux, et qui les paie, ne sont pas tous renseignés (article 6 de la loi n°\u00A070-9).",
        ),
      ...PARTS.map(
        ([locataire, mandant]) =>
          Boolean(type && sousHoguet(type)) &&
          (mission[locataire] ?? 0) > (mission[mandant] ?? Number.POSITIVE_INFINITY) &&
          doute(
            locataire,
            `La part du locataire (${formatEuros(mission[locataire] ?? 0)}) dépasse celle du mandant (${formatEuros(mission[mandant] ?? 0)}), ce que l'article 5 de la loi n°\u00A089-462 interdit.`,
          ),
      ),
      type === "location" &&
        !mission.diffusionAnnonces?.trim() &&
        manque("diffusionAnnonces", "Les moyens de diffusion des annonces ne sont pas renseignés."),
      Boolean(type && exigibleAuBail(type)) &&
        doute(
          "type",
          "Recherche de locataire\u00A0: aucune somme ne peut être demandée ni acceptée avant la signature du bail (article 6 de la loi n°\u00A070-9). L'échéancier est imprimé « exigible à la signature du bail ».",
        ),
      type === "location" &&
        honorairesAPreciser(mission) &&
        doute(
          "honorairesLocationMandant",
          "La rémunération imprimée à la charge du mandant n'est pas la part du mandant dans les honoraires de location, avec ou sans l'état des lieux\u00A0: l'ordre ne dit pas si l'une comprend l'autre.",
        ),
      honoraires !== null &&
        honoraires.prevu !== honoraires.total &&
        doute(
          "reliquat",
          `L'échéancier prévu (${formatEuros(honoraires.prevu)}) ne correspond pas aux honoraires (${formatEuros(honoraires.total)}).`,
        ),
      carte !== undefined &&
        Boolean(agence?.carteType) &&
        !carte.porte.test(agence?.carteType ?? "") &&
        doute("type", `Cette mission demande la carte professionnelle ${carte.nom}.`),
      type === "gestion" &&
        agence?.nonDetentionFonds === true &&
        doute(
          "type",
          "L'agence déclare ne détenir aucun fonds\u00A0: elle ne peut encaisser ni loyers ni dépôts de garantie.",
        ),
    ]),
  ];
}

/**
 * The warnings about a mandate without a number: `tape` when staff type the numbers, `gestion` when the register of
 * this product gives them, `location` when the register of transactions gives them (décret n° 72-678, art. 65 and 72).
 */
const SANS_NUMERO = {
  tape: "Le numéro au registre des mandats n'est pas renseigné\u00A0: sans lui le mandat est nul et aucune rémunération n'est due.",
  gestion:
    "Ce mandat n'est pas encore au registre\u00A0: il y entre, et prend son numéro, une fois signé, avec un mandant, un logement et ses conditions. Sans lui il est nul et aucune rémunération n'est due.",
  location:
    "Le registre tenu ici est celui des mandats de gestion\u00A0: reportez à la main, sur chaque exemplaire, le numéro donné par le registre des transactions (décret n°\u00A072-678, article 72). Sans lui le mandat est nul et aucune rémunération n'est due.",
};

/** Pairs of fees of which the tenant's part may not exceed the owner's. */
const PARTS = [
  ["honorairesLocationLocataire", "honorairesLocationMandant"],
  ["honorairesEdlLocataire", "honorairesEdlMandant"],
] as const;

/**
 * The mandate, of management or letting, under which a dwelling is let: the last signed, else an unsigned mandate;
 * undefined without any.
 */
export const mandatDeLocation = <M extends Pick<Mission, "type" | "dateSignature">>(
  missions: readonly M[],
): M | undefined =>
  missions
    .filter(({ type }) => sousHoguet(type))
    .toSorted((mandat, autre) => ordre(autre.dateSignature ?? "", mandat.dateSignature ?? ""))[0];

/** The letting fees of the mandate under which a dwelling is let; null without such a mandate. */
export function honorairesDuMandat(
  missions: readonly (Pick<Mission, "type" | "dateSignature"> & HonorairesDeLocation)[],
): HonorairesDeLocation | null {
  const dernier = mandatDeLocation(missions);
  if (!dernier) return null;
  const [a, b, c, d] = HONORAIRES_DE_LOCATION;
  return { [a]: dernier[a], [b]: dernier[b], [c]: dernier[c], [d]: dernier[d] };
}

/**
 * Whether the order of a letting must say what its price for the owner includes (art. 6 of loi n° 70-9): the price
 * differs from his part of the letting fees, and from this part plus his part of the inventory fees. False while an
 * amount is unknown.
 */
function honorairesAPreciser({
  honorairesEdlMandant: edl,
  honorairesLocationMandant: location,
  nbAppart,
  valeurMissionAppt,
}: MissionConnue["mission"]): boolean {
  if ([edl, location, nbAppart, valeurMissionAppt].some((nombre) => typeof nombre !== "number"))
    return false;
  return ![location, somme(location ?? 0, edl ?? 0)].includes(valeurMissionAppt);
}

/** The planned instalments and the total of a mission, in euros with VAT; null while an amount is unknown. */
function chiffre({
  accompte1,
  accompte2,
  nbAppart,
  reliquat,
  valeurMissionAppt,
}: MissionConnue["mission"]): { prevu: number; total: number } | null {
  const echeances = [accompte1, accompte2, reliquat].filter(
    (montant) => typeof montant === "number",
  );
  if (echeances.length < 3 || typeof nbAppart !== "number" || typeof valeurMissionAppt !== "number")
    return null;
  return { prevu: somme(...echeances), total: valeurTotalMission({ nbAppart, valeurMissionAppt }) };
}

/** A caretaking mission; `prix` in euros with VAT. */
export interface IntendanceConnue {
  dateDepart: Jour | null;
  dateFin: Jour | null;
  prix: number | null;
}

/**
 * The facts missing or doubtful in a caretaking mission (missions/README §6.2) and in the keys handed over, for the
 * form and the paper.
 *
 * @param clefs null while the keys are unknown
 */
export function avertissementsIntendance(
  { dateDepart, dateFin, prix }: IntendanceConnue,
  clefs: { detail: string | null; codeMasque: boolean } | null,
): Avertissement<keyof IntendanceConnue>[] {
  return retenus([
    (dateDepart === null || dateFin === null) &&
      manque("dateDepart", "La période de la mission n'est pas renseignée."),
    dateDepart !== null &&
      dateFin !== null &&
      dateFin < dateDepart &&
      doute("dateFin", `La mission finit avant de commencer (${formatJour(dateDepart)}).`),
    prix === null && manque("prix", "Le prix de la mission n'est pas renseigné."),
    clefs !== null &&
      !clefs.detail?.trim() &&
      manque(null, "Le détail des clés remises n'est pas renseigné."),
    clefs?.codeMasque === true &&
      doute(
        null,
        "Un code d'accès noté avec les clés a été masqué\u00A0: communiquez-le séparément.",
      ),
  ]);
}

/**
 * The facts about the owners and the agency that an order of mission lacks.
 *
 * @param jour the day of the paper, on which a minor needs a legal representative; absent: minority is not checked
 */
export function manquesDuMandat(
  mandants: readonly Mandant[] | null,
  agence: Agence | null,
  jour?: Jour,
): Avertissement<never>[] {
  return retenus<never>([
    mandants?.length === 0 && manque(null, "L'ordre de mission n'a aucun mandant."),
    Boolean(mandants?.length) &&
      mandants?.some(donneEnLocation) === false &&
      manque(
        null,
        "Aucun mandant n'a la jouissance des biens\u00A0: seul l'usufruitier les donne en location (article 595 du Code civil).",
      ),
    Boolean(mandants?.some((mandant) => !adresseConnue(adresseClient(mandant)))) &&
      manque(null, "Le domicile d'un mandant n'est pas renseigné."),
    ...(mandants ?? []).map(
      (mandant) =>
        sansRepresentant(mandant) &&
        manque(
          null,
          `Le représentant ${deNom(nomLegal(mandant))}, nom et qualité, n'est pas renseigné.`,
        ),
    ),
    ...(mandants ?? []).map(
      (mandant) =>
        mineurSeul(mandant, jour) &&
        manque(
          null,
          `Le représentant légal ${deNom(nomLegal(mandant))}, mineur, n'est pas renseigné\u00A0: un mineur ne s'engage que par lui (articles 388-1-1 et 1146 du Code civil).`,
        ),
    ),
    agence?.mediateurNom === "" &&
      manque(null, "Le médiateur de la consommation n'est pas renseigné dans les paramètres."),
    agence?.rcpAssureur === "" &&
      manque(
        null,
        "L'assurance de responsabilité civile professionnelle n'est pas renseignée dans les paramètres.",
      ),
  ]);
}
