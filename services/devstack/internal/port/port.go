// Package port finds free ports, and says who has one that isn't.
package port

import "net"

// Free returns a port of 127.0.0.1 that nobody has now.
func Free() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
