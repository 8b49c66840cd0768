import { formatJour, type Jour } from "../dates.ts";
import { avertissementsConditions, conditionsApres } from "../gerance/mandats/conditions.ts";
import type { Connus, FondsRecus, MandatsConnus } from "./connus.ts";
import { type Deja, nomDuMandat } from "./identites.ts";
import type { MandatImporte } from "./mandats-fiche.ts";

interface MandatDeLigne {
  ligne: number;
  valeurs: Record<string, unknown>;
  /** The record to create; later lines add their dwellings to it. */
  fiche: Record<string, unknown>;
  deja: Deja | null;
}

interface Refus {
  /** The fields that may be at fault; the error goes to the first that has a column. */
  champs: readonly string[];
  message: string;
}

/**
 * The fields by which a line may contradict the first line of its mandate. The terms come last, since another day of
 * signature changes them too.
 */
const DITS: readonly { de: string; champs: readonly string[] }[] = [
  { de: "mandants", champs: ["proprietaire"] },
  { de: "dateSignature", champs: ["dateSignature"] },
  { de: "duree", champs: ["duree"] },
  {
    de: "conditions",
    champs: [
      "tauxHT",
      "tauxTTC",
      "honoraires",
      "forfaitHT",
      "forfaitTTC",
      "modeFonds",
      "numRegistre",
    ],
  },
];

const identiques = (valeur: unknown, autre: unknown): boolean =>
  JSON.stringify(valeur ?? null) === JSON.stringify(autre ?? null);

const AU_REGISTRE =
  "Le registre des mandats est ouvert : il donne leur numéro aux mandats, à leur signature. N’importez ni le numéro ni la date, puis signez ce mandat sur sa fiche.";

const nombres = (valeur: unknown): readonly number[] => (Array.isArray(valeur) ? valeur : []);

/**
 * Checks the mandates of a file, line after line (import/README §13.8): lines of one number make one mandate with all
 * their dwellings; a dwelling has one management mandate; a mandate of the database stays as it is.
 */
export function mandatsDuFichier({
  mandats,
  appartements,
}: Pick<Connus, "mandats" | "appartements">) {
  const premiers = new Map<number, MandatDeLigne>();
  const incomplets: string[] = [];
  const connus = new Map(mandats.missions.map((mission) => [mission.id, mission]));
  const fonds = new Map(mandats.fonds.map((fonds) => [fonds.AppartementId, fonds]));
  const sous = new Map<number, { id: number | null; ligne: number | null; nom: string }>();
  for (const { id, gestion, numRegistre, biens } of mandats.missions) {
    for (const bien of gestion ? biens : [])
      sous.set(bien, { id, ligne: null, nom: nomDuMandat(numRegistre ?? "") });
  }
  const adresse = (bien: number) =>
    appartements.find(({ id }) => id === bien)?.adresse ?? "ce bien";
  const leSien = (bien: number, { ligne, deja }: MandatDeLigne): boolean => {
    const autre = sous.get(bien);
    if (!autre) return true;
    if (deja === null) return autre.ligne === ligne;
    return deja.ligne === null ? autre.id === deja.id : autre.ligne === deja.ligne;
  };
  /**
   * The terms that the dwellings of a line would get; null without terms, or when the mandate is already in the
   * database.
   */
  const conditionsDe = ({ fiche, deja }: MandatDeLigne): MandatImporte["conditions"] => {
    const ficheDite = deja === null ? fiche : premiers.get(deja.ligne ?? 0)?.fiche;
    return (ficheDite as MandatImporte | undefined)?.conditions ?? null;
  };

  return {
    /** The reasons to refuse a line; empty when it is accepted. */
    refus(mandatDit: MandatDeLigne): Refus[] {
      const { valeurs, fiche, deja } = mandatDit;
      const ailleurs = nombres(fiche.biens).find((bien) => !leSien(bien, mandatDit));
      return [
        ...(deja === null
          ? refusAuRegistre(fiche as MandatImporte, mandats)
          : contradictions(valeurs, deja, { premiers, connus })),
        ...refusDesFonds(nombres(fiche.biens), conditionsDe(mandatDit), fonds),
        ...(ailleurs === undefined
          ? []
          : [
              {
                champs: ["appartement", "numRegistre"],
                message: `${adresse(ailleurs)} : un bien n’a qu’un mandat de gestion. ${leDit(sous.get(ailleurs))} le tient déjà.`,
              },
            ]),
      ];
    },
    /** Accepts a line. @returns whether the line adds a dwelling to the mandate of an earlier line */
    prendre(mandatDit: MandatDeLigne): boolean {
      const { ligne, fiche, deja } = mandatDit;
      const biens = nombres(fiche.biens);
      if (deja !== null && deja.ligne === null) {
        const biensConnus = connus.get(deja.id)?.biens ?? [];
        for (const bien of biens.filter((bien) => !biensConnus.includes(bien))) {
          incomplets.push(
            `Ligne ${ligne} : ${nomDuMandat(String(fiche.numRegistre ?? ""))} est déjà là, sans ${adresse(bien)}. Ajoutez ce bien sur sa fiche.`,
          );
        }
        return false;
      }
      const premier = deja === null ? mandatDit : premiers.get(deja.ligne);
      if (!premier) return false;
      const biensDuPremier = nombres(premier.fiche.biens);
      const nouveaux =
        deja === null ? biens : biens.filter((bien) => !biensDuPremier.includes(bien));
      premiers.set(premier.ligne, premier);
      for (const bien of nouveaux) {
        const nom = nomDuMandat(String(premier.fiche.numRegistre ?? ""));
        sous.set(bien, { id: null, ligne: premier.ligne, nom });
      }
      if (deja === null) return false;
      premier.fiche.biens = [...biensDuPremier, ...nouveaux];
      return nouveaux.length > 0;
    },
    avertissements: (): string[] => [
      ...avertissementsDesMandats([...premiers.values()], mandats),
      ...incomplets,
    ],
  };
}

/** A mandate in words, with its line: « Le mandat n° 212 (ligne 4) ». */
const leDit = (mandatDit?: { nom: string; ligne: number | null }): string =>
  mandatDit?.ligne ? `${mandatDit.nom} (ligne ${mandatDit.ligne})` : (mandatDit?.nom ?? "");

/** The refusal of a numbered or signed mandate once the register of this product is open. */
function refusAuRegistre(
  { numRegistre, dateSignature }: MandatImporte,
  { registreOuvert }: MandatsConnus,
): Refus[] {
  const champ = numRegistre ? "numRegistre" : dateSignature ? "dateSignature" : null;
  return registreOuvert && champ ? [{ champs: [champ], message: AU_REGISTRE }] : [];
}

/** The refusal of terms under which recorded payments would have gone to somebody else. */
function refusDesFonds(
  biens: readonly number[],
  conditions: MandatImporte["conditions"],
  fonds: ReadonlyMap<number, FondsRecus>,
): Refus[] {
  if (conditions === null) return [];
  const autre = conditions.modeFonds === "agence" ? "proprietaire" : "agence";
  const dernier = biens
    .map((bien): Jour => fonds.get(bien)?.[autre] ?? "")
    .reduce((dernier, jour) => (dernier > jour ? dernier : jour), "");
  return dernier < conditions.depuis
    ? []
    : [
        {
          champs: ["debut", "dateSignature"],
          message: `Des règlements ont été enregistrés jusqu’au ${formatJour(dernier)} sous d’autres conditions : choisissez un mois suivant.`,
        },
      ];
}

/** The contradictions between a line and the existing mandate that it names. */
function contradictions(
  valeurs: Record<string, unknown>,
  deja: Deja,
  {
    premiers,
    connus,
  }: {
    premiers: ReadonlyMap<number, MandatDeLigne>;
    connus: ReadonlyMap<number, MandatsConnus["missions"][number]>;
  },
): Refus[] {
  if (deja.ligne === null) {
    const { gestion = false, mandants = [] } = connus.get(deja.id) ?? {};
    const mandantsDits = nombres(valeurs.mandants);
    const autre =
      mandantsDits.length > 0 && !identiques(mandantsDits.toSorted(), mandants.toSorted());
    return gestion && !autre
      ? []
      : [
          {
            champs: ["numRegistre"],
            message: "Ce numéro de registre est déjà celui d’un autre mandat.",
          },
        ];
  }
  const premier = premiers.get(deja.ligne)?.valeurs ?? {};
  const nom = nomDuMandat(String(premier.numRegistre ?? ""));
  const autre = DITS.find(({ de }) => !identiques(valeurs[de] ?? premier[de], premier[de]));
  return autre
    ? [{ champs: autre.champs, message: `${nom} est dit autrement ligne ${deja.ligne}.` }]
    : [];
}

/** The French warnings about the mandates to create; they refuse nothing. */
function avertissementsDesMandats(
  mandatsDits: readonly MandatDeLigne[],
  { registreOuvert, garant, franchiseTva }: MandatsConnus,
): string[] {
  const phrases = mandatsDits.flatMap(({ ligne, fiche }) => {
    const { dateSignature, numRegistre, mandants, conditions } = fiche as MandatImporte;
    return [
      !conditions &&
        "Aucune condition : le propriétaire reçoit les loyers, et l’agence ne prélève pas d’honoraires.",
      !dateSignature && "Aucune date : ce mandat n’est pas encore signé.",
      dateSignature && !numRegistre && "Aucun numéro : le registre le lui donnera à son ouverture.",
      ...(conditions
        ? avertissementsConditions(conditionsApres(undefined, conditions), {
            dateSignature: dateSignature ?? "signé plus tard",
            mandants: mandants.length,
            parts: 0,
            nus: false,
            garant,
          })
        : []),
    ].flatMap((phrase) => (phrase ? { ligne, phrase } : []));
  });
  const signes = mandatsDits.filter(({ fiche }) => fiche.dateSignature).length;
  return [
    ...(signes > 0 && !registreOuvert
      ? [
          `${signes === 1 ? "Un mandat signé entrera" : `${signes} mandats signés entreront`} au registre des mandats à son ouverture, sous le numéro dit ici.`,
        ]
      : []),
    ...(franchiseTva && mandatsDits.some(({ fiche }) => fiche.conditions)
      ? ["Franchise en base de TVA : les honoraires n’en portent pas."]
      : []),
    ...[...Map.groupBy(phrases, ({ phrase }) => phrase)].map(([phrase, [premiere, ...autres]]) =>
      autres.length === 0
        ? `Ligne ${premiere?.ligne} : ${phrase}`
        : `${autres.length + 1} mandats : ${phrase}`,
    ),
  ];
}
