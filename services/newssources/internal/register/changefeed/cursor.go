package changefeed

import (
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// position is the place of a change in the feed: its commit, and the source within the commit. The
// time identifies the commit, because another database, or one that was restored from a backup, may
// have another commit with the same number.
type position struct {
	seq      int64
	at       time.Time // of the commit
	sourceID uuid.UUID // the last one that was read; uuid.Max after all
}

const positionLength = 8 + 8 + 16 // bytes

// String returns the position as a cursor.
func (p position) String() string {
	data := make([]byte, 0, positionLength)
	data = binary.BigEndian.AppendUint64(data, uint64(p.seq))
	data = binary.BigEndian.AppendUint64(data, uint64(p.at.UnixMicro()))
	return base64.RawURLEncoding.EncodeToString(append(data, p.sourceID[:]...))
}

// parseCursor returns the position of a cursor. An empty one is the beginning.
func parseCursor(text string) (p position, err error) {
	if text == "" {
		return p, nil
	}
	data, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(data) != positionLength {
		return p, problem.New(problem.InvalidCursor, "The value of “since” is not a cursor of the changes. Use the cursor "+
			"of an earlier answer, or start again with GET /newssources/changes/snapshot.")
	}
	p.seq, p.at = int64(binary.BigEndian.Uint64(data)), time.UnixMicro(int64(binary.BigEndian.Uint64(data[8:])))
	p.sourceID = uuid.UUID(data[16:])
	return p, nil
}

// errExpired is the problem of a cursor whose commit is not in the feed.
func errExpired() error {
	return problem.New(problem.CursorExpired, "The changes after this cursor are not complete: it is older than %d days, or "+
		"it belongs to another database. Start again with GET /newssources/changes/snapshot, and continue with its cursor.",
		int(retention.Hours()/24))
}
