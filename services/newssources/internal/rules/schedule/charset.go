package schedule

import "time"

// Charset is the encoding that the last documents of an endpoint show; see markup.EvidentCharset.
type Charset struct {
	Name      string    `json:"name"`
	Documents int       `json:"documents"` // consecutive documents that show it
	FirstAt   time.Time `json:"first_at"`
	LastAt    time.Time `json:"last_at"`
}

// add returns the evidence with another document. A document that shows another encoding replaces
// the evidence; one that shows none deletes it.
func (e *Charset) add(c Result) *Charset {
	if c.Document.EvidentCharset == nil {
		return e
	}
	name := *c.Document.EvidentCharset
	switch {
	case name == "":
		return nil
	case e == nil || e.Name != name:
		return &Charset{Name: name, Documents: 1, FirstAt: c.At, LastAt: c.At}
	}
	return &Charset{Name: name, Documents: e.Documents + 1, FirstAt: e.FirstAt, LastAt: c.At}
}

// Suggested returns the encoding that at least minDocuments consecutive documents have shown over
// at least minTime, or "".
func (e *Charset) Suggested(minDocuments int, minTime time.Duration) string {
	if e == nil || e.Documents < minDocuments || e.LastAt.Sub(e.FirstAt) < minTime {
		return ""
	}
	return e.Name
}
