/** What an expense is for, and its line of form 2044; null where it has none (domain/README §12.16). */
export const NATURES_FISCALES = {
  administration: { libelle: "Frais d’administration et de gestion", ligne: "221" },
  assurance: { libelle: "Assurance", ligne: "223" },
  assurance_loyers: { libelle: "Garantie loyers impayés", ligne: "223" },
  travaux: { libelle: "Réparation, entretien, amélioration", ligne: "224" },
  eviction: { libelle: "Indemnité d’éviction ou de relogement", ligne: "226" },
  taxe_fonciere: { libelle: "Taxe foncière, sans les ordures ménagères", ligne: "227" },
  ordures_menageres: { libelle: "Taxe d’ordures ménagères", ligne: null },
  copropriete: { libelle: "Appel de fonds du syndic", ligne: "229" },
  regularisation_copropriete: { libelle: "Régularisation des comptes du syndic", ligne: "230" },
  construction: { libelle: "Construction, agrandissement", ligne: null },
  autre: { libelle: "Autre dépense", ligne: null },
} as const satisfies Record<string, { libelle: string; ligne: string | null }>;

export type NatureFiscale = keyof typeof NATURES_FISCALES;
