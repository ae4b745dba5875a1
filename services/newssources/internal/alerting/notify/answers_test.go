package notify

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/inbox"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
)

// TestAnswerToAProposal sends an answer to the author of a proposal once, also with two replicas. It
// sends none to an author who cannot sign in.
func TestAnswerToAProposal(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	author := func(email, change string) uuid.UUID {
		t.Helper()
		id := uuid.Must(uuid.NewV7())
		_, err := h.db.Pool.Exec(t.Context(), `
			INSERT INTO members (id, uid, email, email_key, name, role, created_at, updated_at)
			VALUES ($1, $2, $3, $3, 'Carla', 'contributor', now(), now())`, id, id.String(), email)
		if err == nil && change != "" {
			_, err = h.db.Pool.Exec(t.Context(), "UPDATE members SET "+change+" WHERE id = $1", id)
		}
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	rollback := errors.New("rolled back")
	send := func(id uuid.UUID, outcome error) {
		t.Helper()
		a := change.Answer{Kind: change.WasRejected, Set: uuid.Must(uuid.NewV7()), Title: "Set owner\r\nBcc: x",
			AuthorID: id, By: "Ada", Text: "No.\nThe owner is <Ben>"}
		err := h.db.Tx(t.Context(), func(tx postgres.Tx) error {
			return errors.Join(h.SendAnswer(t.Context(), tx, a), outcome)
		})
		if !errors.Is(err, outcome) {
			t.Fatal(err)
		}
	}
	send(author("carla@example.org", ""), nil)
	send(author("gone@example.org", "removed_at = now()"), nil)
	send(author("off@example.org", "disabled_at = now()"), nil)
	send(author("out@elsewhere.test", ""), nil)
	send(uuid.New(), nil) // was deleted
	if len(h.enqueued) != 1 {
		t.Fatalf("%d messages", len(h.enqueued))
	}
	send(author("late@example.org", ""), rollback)
	var replicas sync.WaitGroup
	for range 2 {
		replicas.Go(func() {
			if _, err := h.Deliver(t.Context(), h.enqueued[0]); err != nil {
				t.Error(err)
			}
		})
	}
	replicas.Wait()
	mails := h.box.Mails()
	if len(mails) != 1 {
		t.Fatalf("%d mails", len(mails))
	}
	text := mails[0].Text
	for _, part := range []string{"Ada rejected your proposal “Set owner Bcc: x”.", "> No.\n> The owner is <Ben>",
		"Open the proposal: https://news.example.org/newssources/changes/"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in\n%s", part, text)
		}
	}
	list, err := h.Deliveries(t.Context(), nil, uuid.Nil, 10)
	if err != nil || len(list) != 1 || list[0].RuleID != nil || list[0].Message.Subject() != "Rejected: Set owner Bcc: x" ||
		list[0].State != Sent {
		t.Errorf("%+v %v", list, err)
	}
	if _, err := h.Resend(t.Context(), h.actor, list[0].ID); err == nil {
		t.Error("an answer was sent again")
	}
}
