package notify

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/devstack/inbox"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// TestASiteReservesMachineLearning follows a reservation in robots.txt from its reading to the e-mail of
// the desk that watches this use, and not to the one that watches another use. A file that is different
// for a minute is not reported again.
func TestASiteReservesMachineLearning(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	id := h.source("The Paper", "paper.example")
	service := sourcerights.New(h.db)
	read := func(signals ...rights.Signal) {
		t.Helper()
		var endpoint [16]byte
		h.must(h.db.Pool.QueryRow(t.Context(), "SELECT id FROM endpoints WHERE source_id = $1", id).Scan(&endpoint))
		batch := &pgx.Batch{}
		sourcerights.QueueEndpoints(batch, []sourcerights.Reading{{ID: endpoint, Place: sourcerights.Robots,
			Signals: signals}})
		h.must(h.db.Pool.SendBatch(t.Context(), batch).Close())
		h.must(service.Review(t.Context()))
		h.evaluate()
		h.deliver()
	}
	for use, email := range map[string]string{"learning": "learning@example.org", "snippets": "snippets@example.org"} {
		h.rule(func(s *Settings) {
			s.Name, s.Emails = use, []string{email}
			s.Condition = Condition{Scope: EachSource, Reviews: []sourcerights.Review{sourcerights.Signals}}
			if use == "learning" {
				s.Condition.Filter.UseMachineLearnings = []rights.State{rights.Reserved, rights.Forbidden}
			} else {
				s.Condition.Filter.UseSnippets = []rights.State{rights.Reserved, rights.Forbidden}
			}
		})
	}
	wantMails := func(count int, text string) {
		t.Helper()
		mails := h.box.Mails()
		if len(mails) != count {
			t.Fatalf("%d e-mails, want %d: %+v", len(mails), count, mails)
		}
		for _, mail := range mails {
			if mail.To[0] != "learning@example.org" {
				t.Errorf("an e-mail to %v", mail.To)
			}
		}
		if count > 0 && !strings.Contains(mails[count-1].Text, text) {
			t.Errorf("e-mail %q", mails[count-1].Text)
		}
	}
	reserved := rights.Signal{Kind: rights.RobotsAgents, Value: "GPTBot", Address: "https://paper.example/robots.txt"}
	read()
	wantMails(0, "")
	read(reserved)
	wantMails(1, "The site declares something else than before about the use of its content. Machine learning is now "+
		"reserved (before: unknown). Since ")
	read()
	read(reserved)
	wantMails(1, "The Paper")
	h.must(service.Reviewed(t.Context(), h.actor, id))
	h.evaluate()
	h.deliver()
	wantMails(2, "A member has looked at the rights")
}

func TestRulesWatchForStatesOrReviews(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]Condition{
		"both":    {Scope: EachSource, States: alertable, Reviews: sourcerights.Reviews},
		"unknown": {Scope: EachSource, Reviews: []sourcerights.Review{"rumours"}},
		"neither": {Scope: EachSource},
	} {
		settings := Settings{Name: "Rule", Condition: c, Emails: []string{"desk@example.org"}}
		if settings.validate(time.Now(), true) == nil {
			t.Errorf("%s: is valid", name)
		}
	}
}

// TestAContractEnds follows a contract from its creation to the e-mails before and after its end.
func TestAContractEnds(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	id := h.source("The Paper", "paper.example")
	service := sourcerights.New(h.db)
	h.rule(func(s *Settings) {
		s.Emails, s.NotifyRecovery = []string{"contracts@example.org"}, false
		s.Condition = Condition{Scope: EachSource,
			Reviews: []sourcerights.Review{sourcerights.ContractEnds, sourcerights.ContractEnded}}
	})
	end := time.Now().UTC().AddDate(0, 0, 40).Truncate(24 * time.Hour)
	h.must(service.SaveContract(t.Context(), h.actor, id, sourcerights.Contract{
		Party: "Paper Media Ltd", Document: "File 17",
		ValidUntil: &end, Uses: map[rights.Use]rights.State{rights.MachineLearning: rights.Allowed}, Reason: "Signed"}))
	for wantMails, step := range []struct {
		until string
		text  string
	}{
		{"current_date + 31", ""},
		{"current_date + 20", "The contract with the publisher ends within 30 days. Since "},
		{"current_date - 1", "The contract with the publisher has ended. Machine learning is now unknown " +
			"(before: allowed). Since "},
	} {
		_, err := h.db.Pool.Exec(t.Context(), "UPDATE rights_contracts SET valid_until = "+step.until)
		h.must(err)
		h.must(service.Review(t.Context()))
		h.evaluate()
		h.deliver()
		mails := h.box.Mails()
		if len(mails) != wantMails || wantMails > 0 && !strings.Contains(mails[wantMails-1].Text, step.text) {
			t.Fatalf("%s: %d e-mails, want %d with %q: %+v", step.until, len(mails), wantMails, step.text, mails)
		}
		h.must(service.Reviewed(t.Context(), h.actor, id))
		h.evaluate()
	}
}
