package sourcerights

import (
	"crypto/sha256"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

const (
	// graceTime is how long a signal stays in force after the site has last declared it. A restriction
	// therefore takes effect with the first reading, and a file that is empty or different for a moment
	// lifts none.
	graceTime = 24 * time.Hour
	// maxInForce is the maximum number of signals of a source that are in force.
	maxInForce = 60
	// maxFormer is the number of former signals of a source that are kept.
	maxFormer = 100
)

// StoredSignal is a signal of a source with its history.
type StoredSignal struct {
	rights.Signal
	ID           uuid.UUID
	FoundAt      time.Time
	MissingSince *time.Time // the site no longer declares it
	EndedAt      *time.Time // it is no longer in force
}

// hash identifies a signal of a source.
func hash(s rights.Signal) []byte {
	sum := sha256.Sum256([]byte(string(s.Kind) + "\x00" + s.Value + "\x00" + s.Address))
	return sum[:]
}

// reconcile compares the signals in force with those that the site declares now. It returns those that
// are in force from now on, and the new and changed ones, which include those that have ended.
func reconcile(inForce []StoredSignal, declared []rights.Signal, now time.Time) (current, changed []StoredSignal) {
	known := map[rights.Signal]bool{}
	for _, s := range inForce {
		known[s.Signal] = true
		isDeclared, before := slices.Contains(declared, s.Signal), s
		switch {
		case isDeclared:
			s.MissingSince = nil
		case s.MissingSince == nil:
			s.MissingSince = &now
		case now.Sub(*s.MissingSince) >= graceTime:
			s.EndedAt = &now
		}
		if s.EndedAt == nil {
			current = append(current, s)
		}
		if s != before {
			changed = append(changed, s)
		}
	}
	for _, d := range declared {
		if known[d] || len(current) >= maxInForce {
			continue
		}
		known[d] = true
		s := StoredSignal{Signal: d, ID: uuid.Must(uuid.NewV7()), FoundAt: now}
		current, changed = append(current, s), append(changed, s)
	}
	return current, changed
}

// signalsOf returns the signals without their history.
func signalsOf(stored []StoredSignal) []rights.Signal {
	list := make([]rights.Signal, len(stored))
	for i, s := range stored {
		list[i] = s.Signal
	}
	return list
}
