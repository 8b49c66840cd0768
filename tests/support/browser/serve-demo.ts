import { cpSync, rmSync } from "node:fs";
import { agenceModele } from "./produit.ts";

// Serves the product of DATA_DIR on PORT, with a copy of the demo agency that was loaded once.
const donnees = process.env.DATA_DIR ?? "";
const modele = await agenceModele();
rmSync(donnees, { recursive: true, force: true });
cpSync(modele, donnees, { recursive: true });
await import("../../../worker/local/start.ts");
