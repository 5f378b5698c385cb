/** Starts the page. */
import { h, render } from "preact";
import { App } from "./app.ts";

render(h(App, {}), document.body);
