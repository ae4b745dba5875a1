// Package observation accumulates what the checks of an endpoint show over time, and derives from it the schedule, the character
// encoding and the time zone that the endpoint needs. It is pure: it reads no clock and no database.
package observation

import "time"

// History is what the checks of an endpoint have shown since its settings were changed last.
type History struct {
	Revision int64    `json:"revision"` // of the settings; a change starts the history anew
	Pace     *Pace    `json:"pace,omitempty"`
	Charset  *Charset `json:"charset,omitempty"`
	Zone     *Zone    `json:"zone,omitempty"`
}

// Check is a successful check.
type Check struct {
	At        time.Time
	Revision  int64 // of the settings that it used
	Requested bool  // by a person, which says nothing about the schedule
	AfterFail bool  // the check before failed, so that the time between them was not the usual one
	IsFirst   bool  // no items were known before
	Items     int   // of the document; those of the last one if it is unchanged
	Known     int   // of them, those that were known
	Document  *Document
}

// Document is what a check read. It is nil if the document is unchanged.
type Document struct {
	EvidentCharset *string    // see markup.EvidentCharset; nil if it was not determined
	LocalDates     int        // dates without a zone
	Newest         *time.Time // the latest date of the new items
}

// Add returns the history with another check.
func (h *History) Add(c Check) *History {
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
