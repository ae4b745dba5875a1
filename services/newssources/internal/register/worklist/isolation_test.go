package worklist

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestFailingSourcesDoNotStopUpkeep verifies that a source whose work cannot be ended does not stop
// the others, in each step of the upkeep.
func TestFailingSourcesDoNotStopUpkeep(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	former := r.member("Eve", identity.Editor, "former.example")
	type pair struct{ bad, good uuid.UUID }
	add := func(name string, state health.State) pair {
		return pair{r.source("bad-"+name+".example", state), r.source("good-"+name+".example", state)}
	}
	recovered, snoozed, assigned := add("recovered", health.Failing), add("snoozed", health.Failing),
		add("assigned", health.Failing)
	r.change(Change{Action: Assign, Assignee: r.ada.ID}, recovered.bad, recovered.good)
	r.change(Change{Action: Snooze, Until: time.Now().Add(time.Hour)}, snoozed.bad, snoozed.good)
	for _, id := range []uuid.UUID{recovered.bad, recovered.good} {
		r.exec(recordState, id, string(health.OK), "")
	}
	r.exec("UPDATE source_health SET snoozed_until = now() - interval '1 minute' WHERE source_id = ANY($1)",
		[]uuid.UUID{snoozed.bad, snoozed.good})
	r.exec("UPDATE source_health SET assignee_id = $1 WHERE source_id = ANY($2)", former.ID,
		[]uuid.UUID{assigned.bad, assigned.good})
	r.exec("CREATE TABLE refused AS SELECT id FROM sources WHERE canonical_domain LIKE 'bad-%'")
	r.exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			IF EXISTS (SELECT FROM refused WHERE id = new.source_id) THEN
				RAISE 'refused';
			END IF;
			RETURN new;
		END $$`)
	r.exec("CREATE TRIGGER refuse BEFORE UPDATE ON source_health FOR EACH ROW EXECUTE FUNCTION refuse()")
	ended, err := r.Upkeep(t.Context())
	if err == nil || ended != 3 || strings.Count(err.Error(), "refused") != 3 {
		t.Errorf("%d ended, %v", ended, err)
	}
	for name, p := range map[string]pair{"recovered": recovered, "snoozed": snoozed, "assigned": assigned} {
		if w := r.workOf(p.good); w.Assignee != nil || w.SnoozedUntil != nil {
			t.Errorf("%s: %+v", name, w)
		}
		if w := r.workOf(p.bad); w.Assignee == nil && w.SnoozedUntil == nil {
			t.Errorf("%s: the refused change was made", name)
		}
	}
	if ended, err := r.Upkeep(t.Context()); ended != 0 || err != nil {
		t.Errorf("before the next attempt: %d ended, %v", ended, err)
	}
}
