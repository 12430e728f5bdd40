import { createApp } from "vue";
import Controlled from "./Controlled.vue";
import Game from "./Game.vue";

createApp(location.hash ? Controlled : Game).mount("#root");
