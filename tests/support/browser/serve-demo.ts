import { cpSync, rmSync } from "node:fs";
import { agenceModele } from "./produit.ts";

// Serves, on PORT and from DATA_DIR, a product with a fresh copy of the demo agency.
const donnees = process.env.DATA_DIR ?? "";
const modele = await agenceModele();
rmSync(donnees, { recursive: true, force: true });
cpSync(modele, donnees, { recursive: true });
await import("../../../worker/local/start.ts");
