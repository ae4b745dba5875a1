/** Navigation state of a link to the list of sources that opens the panel to change all of them. */
export const CHANGE_ALL = { changeAll: true };
