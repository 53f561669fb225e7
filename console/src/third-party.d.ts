/** Where the licences of what is shipped are, a text (`build/third-party`). */
declare module 'virtual:third-party' {
  const address: string;
  export default address;
}
