/**
 * Every key that the product or the browser handles: its place, the keys as `aria-keyshortcuts` spells them, and
 * their effect in words. The effect is null when it is too obvious to be listed.
 */
export const SHORTCUTS = {
  Partout: {
    "?": "Montrer les raccourcis clavier",
    "Control+K": "Ouvrir la recherche rapide",
    "Control Meta": null,
    Escape: "Fermer une fenêtre, un menu, un calendrier",
  },
  "Recherche rapide": {
    "ArrowUp ArrowDown": "Résultat précédent, suivant",
    "PageUp PageDown": "Premier, dernier résultat",
    Enter: "Ouvrir le résultat",
  },
  Formulaire: {
    Enter: "Enregistrer",
    Escape: "Quitter la saisie",
  },
  "Quittances du mois": {
    "ArrowLeft ArrowRight": "Mois précédent, suivant",
  },
  "Quittances de l’année": {
    "ArrowLeft ArrowUp ArrowRight ArrowDown": "D’une case à la suivante",
  },
  Rapprochement: {
    "ArrowUp ArrowDown": "Ligne précédente, suivante",
    Enter: "Accepter la proposition choisie",
    "1 2 3 4 5 6 7 8 9": "Choisir une proposition",
    "/": "Chercher un dossier",
    s: "Répartir entre plusieurs dossiers",
    i: "Mettre de côté, avec un motif",
    u: "Reprendre le dernier geste",
  },
  Images: {
    "ArrowLeft ArrowRight": "Image précédente, suivante",
    "Home End": "Première, dernière image",
  },
} as const;

export type Place = keyof typeof SHORTCUTS;

/** The keys that work in a place: one entry for each action. */
export type Keys<At extends Place> = keyof (typeof SHORTCUTS)[At] & string;
