import { mount } from "svelte";
import Controlled from "./Controlled.svelte";
import Game from "./Game.svelte";

mount(location.hash ? Controlled : Game, { target: document.querySelector("#root") });
