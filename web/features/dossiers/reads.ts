import { dossiers } from "#web/entities/biens/dossiers.ts";

const FILTERS = [
  {
    name: "statut",
    label: "Dossiers",
    initial: "encours",
    choices: [
      { value: "encours", label: "En cours" },
      { value: "clos", label: "Clos" },
      { value: "manuel", label: "Quittance à la main" },
      { value: "arrete", label: "Loyer arrêté" },
      { value: "depart", label: "Départs à suivre" },
    ],
  },
];

export const dossierList = { resource: dossiers, filters: FILTERS, sort: "locataire" };
