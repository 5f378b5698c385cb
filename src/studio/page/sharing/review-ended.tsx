/** What a reviewer sees whose link isn't valid any more. */

export const ReviewEnded = () => (
  <section class="login" aria-label="Link">
    <div class="login-card">
      <img src="icon.svg" alt="" width="48" height="48" />
      <h1>This link isn’t valid any more</h1>
      <p>It ended after a week, or was withdrawn. Ask whoever sent it for a new one.</p>
    </div>
  </section>
);
