package schedule

import "time"

// History has the accumulated results of the checks of an endpoint since its settings were last
// changed.
type History struct {
	Revision int64    `json:"revision"` // of the settings; a change of the settings clears the history
	Pace     *Pace    `json:"pace,omitempty"`
	Charset  *Charset `json:"charset,omitempty"`
	Zone     *Zone    `json:"zone,omitempty"`
}

// Result is what a history counts of a successful check.
type Result struct {
	At        time.Time
	Revision  int64     // of the settings that the check used
	Requested bool      // by a person, so its time does not follow the schedule
	AfterFail bool      // the previous check failed, so the time since the last success is longer than the interval
	IsFirst   bool      // no items were known before
	Items     int       // items of the document, or of the previous one if it is unchanged
	Known     int       // those of the items that were known
	Document  *Document // nil if the document is unchanged
}

// Document describes the document that a check read.
type Document struct {
	EvidentCharset *string    // see markup.EvidentCharset; nil if the document was not examined
	LocalDates     int        // dates without a zone
	Newest         *time.Time // the latest date of the new items
}

// Add returns the history with another check.
func (h *History) Add(c Result) *History {
	next := &History{Revision: c.Revision}
	if h != nil && h.Revision == c.Revision {
		*next = *h
	}
	if !c.Requested {
		next.Pace = next.Pace.add(c)
	}
	if c.Document != nil {
		next.Charset = next.Charset.add(c)
		next.Zone = next.Zone.add(c)
	}
	return next
}
