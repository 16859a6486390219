BEGIN TRANSACTION;
CREATE TABLE rooms (
	id VARCHAR(32) NOT NULL, 
	version INTEGER NOT NULL, 
	plies INTEGER NOT NULL, 
	updated FLOAT NOT NULL, 
	document TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "rooms" VALUES('K-356ykWjkZK3ytL',5,3,1.79485392692064261435e+09,'{"rules":"7x6:4+gravity","start":null,"moves":["d1","d2","e1"],"seats":[{"kind":"person","visitor":"233e2bb0d6706322a2c89eddf37ddcf7562502d6e00e816f3fabb84b49effa6a"},{"kind":"person","visitor":"05cfbc1e9bd893bc6b1bde4564ee69e48198b2a0dd1c0e8d9cdc1de243a82589"}],"clock":{"seconds":3600.0,"increment":5.0,"left":[3604.996476173401,3604.953832387924],"since":1794853926.919749},"outcome":null,"offer":null,"box":null,"rematch":null,"has_taught":false}');
INSERT INTO "rooms" VALUES('sfHqiOou2yPlrGwK',8,5,1.79485392716504216191e+09,'{"rules":"3x3:3","start":null,"moves":["b2","a1","a2","b1","c2"],"seats":[{"kind":"person","visitor":"233e2bb0d6706322a2c89eddf37ddcf7562502d6e00e816f3fabb84b49effa6a"},{"kind":"person","visitor":"05cfbc1e9bd893bc6b1bde4564ee69e48198b2a0dd1c0e8d9cdc1de243a82589"}],"clock":null,"outcome":{"winner":"first","termination":"run"},"offer":null,"box":null,"rematch":"NBAtybqxEtG2Hw4A","has_taught":true}');
INSERT INTO "rooms" VALUES('NBAtybqxEtG2Hw4A',1,0,1.79485392716529107088e+09,'{"rules":"3x3:3","start":null,"moves":[],"seats":[{"kind":"person","visitor":"05cfbc1e9bd893bc6b1bde4564ee69e48198b2a0dd1c0e8d9cdc1de243a82589"},{"kind":"person","visitor":"233e2bb0d6706322a2c89eddf37ddcf7562502d6e00e816f3fabb84b49effa6a"}],"clock":null,"outcome":null,"offer":null,"box":null,"rematch":null,"has_taught":false}');
INSERT INTO "rooms" VALUES('xfmQcQ1prgUIZ1iX',3,1,1.79485392730921316153e+09,'{"rules":"15x15:5","start":null,"moves":["h8"],"seats":[{"kind":"person","visitor":"05cfbc1e9bd893bc6b1bde4564ee69e48198b2a0dd1c0e8d9cdc1de243a82589"},{"kind":"person","visitor":"05cfbc1e9bd893bc6b1bde4564ee69e48198b2a0dd1c0e8d9cdc1de243a82589"}],"clock":null,"outcome":{"winner":"first","termination":"resignation"},"offer":null,"box":null,"rematch":null,"has_taught":true}');
INSERT INTO "rooms" VALUES('vU7g6jRR6vQmsjec',3,2,1.79485392740870118143e+09,'{"rules":"3x3:3","start":null,"moves":["a1","a2"],"seats":[{"kind":"person","visitor":"233e2bb0d6706322a2c89eddf37ddcf7562502d6e00e816f3fabb84b49effa6a"},{"kind":"player","text":"level:2","level":2}],"clock":null,"outcome":null,"offer":null,"box":null,"rematch":null,"has_taught":false}');
INSERT INTO "rooms" VALUES('ONfEE2n6nr5zqaPD',1,0,1.79485392745296049119e+09,'{"rules":"7x6:4+gravity","start":"7/7/7/7/3o3/3x3 x","moves":[],"seats":[{"kind":"person","visitor":"233e2bb0d6706322a2c89eddf37ddcf7562502d6e00e816f3fabb84b49effa6a"},{"kind":"person","visitor":null}],"clock":null,"outcome":null,"offer":null,"box":null,"rematch":null,"has_taught":false}');
CREATE TABLE visits (
	number INTEGER NOT NULL, 
	visitor VARCHAR(64) NOT NULL, 
	room VARCHAR(32) NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "visits" VALUES(1,'233e2bb0d6706322a2c89eddf37ddcf7562502d6e00e816f3fabb84b49effa6a','K-356ykWjkZK3ytL');
INSERT INTO "visits" VALUES(2,'05cfbc1e9bd893bc6b1bde4564ee69e48198b2a0dd1c0e8d9cdc1de243a82589','K-356ykWjkZK3ytL');
INSERT INTO "visits" VALUES(3,'233e2bb0d6706322a2c89eddf37ddcf7562502d6e00e816f3fabb84b49effa6a','sfHqiOou2yPlrGwK');
INSERT INTO "visits" VALUES(4,'05cfbc1e9bd893bc6b1bde4564ee69e48198b2a0dd1c0e8d9cdc1de243a82589','sfHqiOou2yPlrGwK');
INSERT INTO "visits" VALUES(5,'05cfbc1e9bd893bc6b1bde4564ee69e48198b2a0dd1c0e8d9cdc1de243a82589','NBAtybqxEtG2Hw4A');
INSERT INTO "visits" VALUES(6,'233e2bb0d6706322a2c89eddf37ddcf7562502d6e00e816f3fabb84b49effa6a','NBAtybqxEtG2Hw4A');
INSERT INTO "visits" VALUES(7,'05cfbc1e9bd893bc6b1bde4564ee69e48198b2a0dd1c0e8d9cdc1de243a82589','xfmQcQ1prgUIZ1iX');
INSERT INTO "visits" VALUES(8,'233e2bb0d6706322a2c89eddf37ddcf7562502d6e00e816f3fabb84b49effa6a','vU7g6jRR6vQmsjec');
INSERT INTO "visits" VALUES(9,'233e2bb0d6706322a2c89eddf37ddcf7562502d6e00e816f3fabb84b49effa6a','ONfEE2n6nr5zqaPD');
CREATE INDEX rooms_updated ON rooms (updated);
CREATE UNIQUE INDEX visits_visitor ON visits (visitor, room);
COMMIT;
