import { locataires } from "#web/entities/personnes/locataires.ts";

const FILTERS = [
  {
    name: "statut",
    label: "Locataires",
    initial: "actuel",
    choices: [
      { value: "actuel", label: "Actuels" },
      { value: "ancien", label: "Anciens" },
    ],
  },
];

export const locataireList = { resource: locataires, filters: FILTERS, sort: "nom" };
