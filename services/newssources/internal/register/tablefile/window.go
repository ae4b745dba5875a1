package tablefile

import (
	"io"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/register/upload"
)

const (
	// blockSize is the number of bytes by which a window is extended.
	blockSize = 1 << 20
	// maxRow is the maximum length of a row of a streamed file in bytes. It bounds the memory of a file
	// without line ends.
	maxRow = 8 << 20
)

// window is the part of a text that a scanner sees. It is extended from a reader, so that a file of any
// size is read in constant memory.
type window struct {
	text  string
	isEnd bool // the text is the end of the file

	from  io.Reader
	block []byte
}

func newWindow(r io.Reader) *window { return &window{from: r, block: make([]byte, blockSize)} }

// extend drops the text before a position and appends the next block.
func (w *window) extend(pos int) error {
	n, isEnd, err := upload.Fill(w.block, w.from)
	w.text, w.isEnd = w.text[pos:]+string(w.block[:n]), isEnd
	return err
}

// skipLine drops the text up to the end of the line.
func (w *window) skipLine() error {
	for {
		if _, rest, found := strings.Cut(w.text, "\n"); found {
			w.text = rest
			return nil
		}
		if w.isEnd {
			w.text = ""
			return nil
		}
		if err := w.extend(len(w.text)); err != nil {
			return err
		}
	}
}

// tooLong returns the row for a line that is longer than maxRow.
func tooLong(line int, text string) Row {
	return Row{Line: line, Cells: []string{beginning(text)}, Fault: "This line has more than 8 MB of text. Shorten it."}
}

// scanText calls yield with each row of a CSV file.
func scanText(w *window, separator byte, yield func(Row) error) error {
	s := &textScanner{separator: separator, line: 1}
	for {
		if s.pos >= len(w.text) && w.isEnd {
			return nil
		}
		start, line := s.pos, s.line
		s.text, s.isCut = w.text, false
		r := s.row()
		switch {
		case (s.isCut || s.pos >= len(s.text)) && !w.isEnd && len(w.text)-start > maxRow:
			r = tooLong(line, w.text[start:])
			w.text = w.text[start:]
			if err := w.skipLine(); err != nil {
				return err
			}
			s.pos, s.line = 0, line+1
		case (s.isCut || s.pos >= len(s.text)) && !w.isEnd: // the row may continue in the next block
			if err := w.extend(start); err != nil {
				return err
			}
			s.pos, s.line = 0, line
			continue
		}
		if err := yield(r); err != nil {
			return err
		}
	}
}

// scanLines calls yield with each line of a text and its number.
func scanLines(w *window, yield func(line int, text string) error) error {
	pos, number := 0, 1
	for {
		end := strings.IndexByte(w.text[pos:], '\n')
		switch {
		case end < 0 && !w.isEnd && len(w.text)-pos > maxRow:
			text := w.text[pos : pos+maxRow]
			if err := w.skipLine(); err != nil {
				return err
			}
			pos = 0
			if err := yield(number, text); err != nil {
				return err
			}
			number++
			continue
		case end < 0 && !w.isEnd:
			if err := w.extend(pos); err != nil {
				return err
			}
			pos = 0
			continue
		case end < 0 && pos == len(w.text):
			return nil
		case end < 0:
			end = len(w.text) - pos
		}
		if err := yield(number, w.text[pos:pos+end]); err != nil {
			return err
		}
		pos, number = min(pos+end+1, len(w.text)), number+1
	}
}
