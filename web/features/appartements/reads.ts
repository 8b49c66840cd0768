import { appartements } from "#web/entities/biens/appartements.ts";

const FILTERS = [
  {
    name: "statut",
    label: "État",
    choices: [
      { value: "", label: "Tous" },
      { value: "Louée", label: "Loués" },
      { value: "Vacant", label: "Vacants" },
      { value: "En Travaux", label: "En travaux" },
    ],
  },
  { name: "enGestion", label: "En gestion", value: "true" },
  { name: "preavis", label: "À louer", value: "true" },
];

export const appartementList = { resource: appartements, filters: FILTERS, sort: "adresse" };
