import { locataires } from "#web/entities/locataires/api.ts";

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

/** What the screen of the list reads. */
export const locataireList = { resource: locataires, filters: FILTERS, sort: "nom" };
